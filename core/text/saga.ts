import type { Ports } from '../ports/index.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import type { GlobalId } from '../work-item/types.ts';
import type { TextForm, TextVersion } from './types.ts';
import { pathOf } from '../api/wire-parts.ts';
import { isHidden } from '../access/failures.ts';
import { isAnyOf } from '@reduxjs/toolkit';
import { all, call, fork, put, select, takeEvery } from 'typed-redux-saga';
import { epicActions } from '../epic/actions.ts';
import { noteAnswers } from '../note/actions.ts';
import { NOTE_TEXTS } from '../note/texts.ts';
import { noticeActions } from '../notice/index.ts';
import { parseQuickActions } from '../quick-action/rules/parse.ts';
import { get } from '../table/index.ts';
import { alertAt } from '../work-item/field-edit.ts';
import { HTTP } from '../work-item/rules.ts';
import { toldOf } from '../work-item/select.ts';
import { ITEM_LEAVINGS, ITEM_PLACES } from '../work-item/slice.ts';
import { textActions } from './actions.ts';
import { textEvents, type TextSave } from './form-actions.ts';
import { newForm, settled, TEXT_FIELDS, versionOf, withTheirs, type Choice } from './rules/form.ts';
import { merge } from './rules/merge.ts';
import { isWritten } from './rules/written.ts';
import { brings, changesOf, isSaving, mayEditText, outdated, readSoon, saveOf, type TextRoot } from './save.ts';
import { textSubject } from './select.ts';

/** What follows from what is done in a form, and from what others save. Its texts are worked out here, and not in the reducer, for the code comes with the form. */

interface OfForm {
  readonly payload: { readonly id: GlobalId };
}

const state = () => select((root: TextRoot) => root);

const formOf = function* (id: GlobalId): SagaGenerator<TextForm | undefined> {
  return (yield* state()).text[id];
};

function* changed(before: TextForm, after: TextForm): SagaGenerator<void> {
  if (after !== before) yield* put(textEvents.merged(after));
}

/** WI-08.40 */
function* open({ payload: { id, field = 'description' } }: ReturnType<typeof textActions.opened>): Generator {
  const root = yield* state();
  const version = versionOf(get(root.confirmed.items, id));
  if (version === null || root.text[id] !== undefined || !mayEditText(root, id)) return;
  yield* put(textEvents.begun(newForm(id, version, field)));
}

/** IE-07.65: an earlier text, to be reviewed and saved as an edit. What is written already stays. */
function* restore({ payload: { itemId: id, description } }: ReturnType<typeof noteAnswers.versionRead>): Generator {
  if (description === null) return;
  yield* open(textActions.opened({ id }));
  const form = yield* formOf(id);
  if (form === undefined || isWritten(form)) return;
  yield* changed(form, { ...form, description: description.replaceAll('\r\n', '\n'), field: 'description' });
}

/** WI-08.46 */
function* takeIn(): SagaGenerator<void> {
  const root = yield* state();
  for (const form of Object.values(root.text)) {
    const theirs = versionOf(get(root.confirmed.items, form.id));
    // What is being saved comes back as well: its answer says more.
    if (theirs === null || form.done === true || isSaving(root, form.id)) continue;
    const after = withTheirs(form, theirs);
    // IE-10.43: it was saved before the page was loaded.
    if (after !== form && form.restored && !isWritten(after)) yield* put(textEvents.closed({ id: form.id }));
    else yield* changed(form, after);
  }
}

const settle = (choice: Choice) =>
  function* ({ payload: { id } }: OfForm): Generator {
    const form = yield* formOf(id);
    if (form !== undefined) yield* changed(form, settled(form, choice));
  };

/** IE-02.41, IE-02.43: a form in which nothing was changed closes at once. */
function* closeUnchanged({ payload: { id } }: OfForm): SagaGenerator<void> {
  const root = yield* state();
  const form = root.text[id];
  const item = get(root.confirmed.items, id);
  const isOpen = form !== undefined && item !== undefined && !isSaving(root, id);
  if (isOpen && !isWritten(form) && Object.keys(changesOf(form, item)).length === 0)
    yield* put(textEvents.closed({ id }));
}

function* save(action: OfForm): SagaGenerator<void> {
  const asked = saveOf(yield* state(), action.payload.id);
  if (asked === null) yield* closeUnchanged(action);
  else yield* put(textActions.saved(asked));
}

function* readAndTakeIn(ports: Ports, id: GlobalId): SagaGenerator<void> {
  yield* readSoon(ports, id);
  yield* takeIn();
}

/** WI-10.118: where the item is shown. */
function* tell(id: GlobalId, refused: string): SagaGenerator<void> {
  const root = yield* state();
  const where = { ...toldOf(root, id), ...(textSubject(root, 'over') === id && { place: 'over' as const }) };
  yield* put(noticeActions.raised({ ...alertAt(where, NOTE_TEXTS.commands, refused), kind: 'warning' }));
}

/** WI-10.117: what was written while a text was being saved, without the quick actions that were carried out. */
function withSaved(form: TextForm, asked: TextSave, saved: TextVersion): Partial<TextForm> {
  const title = merge(asked.title, form.title, saved.title);
  const description = merge(asked.description, form.description, saved.description);
  return {
    ...(title.conflicts === 0 && { title: title.text }),
    description: description.conflicts === 0 ? description.text : withoutDone(form, asked, saved),
  };
}

/** Of what cannot be merged only the quick actions that were sent are taken out. */
function withoutDone({ description }: TextForm, asked: TextSave, saved: TextVersion): string {
  const since = parseQuickActions(description, asked.description).commands.map(({ line }) => line);
  return parseQuickActions(description, [...since, saved.description].join('\n\n')).body;
}

/** IE-02.46, IE-15.41: the form closes with the new text in sight. What was written meanwhile stays. */
function* end(ports: Ports, { payload: { asked, answer } }: ReturnType<typeof textActions.saved.committed>): Generator {
  const { id } = asked;
  const { text, confirmed, workItem } = yield* state();
  const form = text[id];
  const { webUrl, refused, ...saved } = answer;
  const base = { ...saved, description: saved.description.replaceAll('\r\n', '\n') };
  const isVisited = asked.body['issue']?.issue_type !== undefined && workItem.page.id === id;
  if (refused) yield* tell(id, refused);
  if (form === undefined) return;
  if (form.title.trim() !== asked.title || form.description !== asked.description) {
    const { type: _, ...rest } = form;
    if (base.description !== asked.description) yield* fork(outdated, id);
    return yield* put(textEvents.merged({ ...rest, ...withSaved(form, asked, base), base }));
  }
  yield* put(textEvents.merged({ ...form, done: true }));
  yield* readAndTakeIn(ports, id);
  yield* put(textEvents.closed({ id }));
  const before = get(confirmed.items, id)?.webPath;
  const webPath = pathOf(webUrl);
  if (isVisited && webPath !== '' && webPath !== before)
    yield* call([ports.navigation, ports.navigation.visit], webPath);
}

const isSameText = (a: TextVersion, b: TextVersion): boolean => TEXT_FIELDS.every((field) => a[field] === b[field]);

/** IE-05.41: what others have saved is read, and merged. IE-05.46: if that is no text, nobody has to review anything. */
function* refused(
  ports: Ports,
  { payload: { asked, failure } }: ReturnType<typeof textActions.saved.refused>,
): Generator {
  const { id } = asked;
  const before = yield* formOf(id);
  yield* takeIn();
  if (failure.status === HTTP.CONFLICT) yield* readAndTakeIn(ports, id);
  else if (isHidden(failure)) yield* fork(outdated, id);
  const form = yield* formOf(id);
  if (before === undefined || form === undefined) return;
  const isRead = form.base.lockVersion > before.base.lockVersion;
  if (failure.status === HTTP.CONFLICT && isRead && form.conflict === null && isSameText(form.base, before.base))
    yield* save({ payload: { id } });
  else yield* put(textEvents.merged({ ...form, failure }));
}

/** WI-08.44: a form in which nothing was written does not stay where its item is left. */
function* leave(): Generator {
  const root = yield* state();
  const shown = ITEM_PLACES.map((place) => textSubject(root, place));
  for (const form of Object.values(root.text)) {
    if (!shown.includes(form.id) && !isWritten(form)) yield* put(textEvents.closed({ id: form.id }));
  }
}

/** RP-02.12: a watcher that was started again has forgotten what it waited for. */
function* closeDone(): SagaGenerator<void> {
  const { text } = yield* state();
  for (const { id, done } of Object.values(text)) if (done === true) yield* put(textEvents.closed({ id }));
}

export function* textSaga(ports: Ports): Generator {
  yield* closeDone();
  yield* takeIn();
  yield* all([
    takeEvery(textActions.opened.match, open),
    takeEvery(noteAnswers.versionRead.match, restore),
    takeEvery(isAnyOf(brings, textActions.putBack), takeIn),
    takeEvery(textActions.kept.match, settle('kept')),
    takeEvery(textActions.theirsTaken.match, settle('theirsTaken')),
    takeEvery(textActions.mergedByHand.match, settle('mergedByHand')),
    takeEvery(textActions.cancelAsked.match, closeUnchanged),
    takeEvery(textActions.saveAsked.match, save),
    takeEvery(textActions.saved.committed.match, (action) => end(ports, action)),
    takeEvery(textActions.saved.refused.match, (action) => refused(ports, action)),
    takeEvery([...ITEM_LEAVINGS, epicActions.epicPageOpened.type, epicActions.epicPageClosed.type], leave),
  ]);
}
