import type { RootState, Stamped } from '@espalier/core';
import type { WorkItem } from '@espalier/core/work-item';
import type { Sent } from './network.ts';
import type { SessionLog } from './planner-client.ts';
import { selectVisible } from '@espalier/core';
import { itemStateActions } from '@espalier/core/work-item';
import { itemEdits } from '@espalier/core/work-item/fields';
import { entries, get } from '@espalier/core/table';
import {
  answeredFacts,
  asItemEdit,
  editedLines,
  factsOf,
  ITEM_EDITS,
  lineOf,
  type ItemMutation,
} from './item-edits.ts';
import { differences, linesOf, wireLines, type WireItem } from './item-page.ts';

/** The edits of an item's page, through the log of a session: what is checked of them, as texts of what is wrong. */

/** The edit that an action makes, as it waits for its answer; null: there was nothing to be edited. */
export const itemEditMadeBy = ({ type, meta }: Stamped, after: RootState): ItemMutation | null =>
  ITEM_EDITS.has(type) ? asItemEdit(after.pending.find(({ id }) => id === meta.id)) : null;

/** An edit is shown at once as what it is, and nothing else of that item or another one changes with it. */
function shownFaults(edit: ItemMutation, before: RootState, after: RootState): string[] {
  const [was, is] = [selectVisible(before), selectVisible(after)];
  return [...entries(is.items)].flatMap(([id, item]) => {
    const old = get(was.items, id);
    const isIt = id === edit.payload.id;
    if (old === undefined || (old === item && !isIt)) return [];
    return differences(id, linesOf(item), isIt ? editedLines(old, edit, was) : linesOf(old));
  });
}

/** A gesture that changes nothing makes no edit; a title is not put back over one that others have saved since its field was opened. */
function needlessFaults({ payload }: Stamped, edit: ItemMutation, before: RootState): string[] {
  const isGesture = typeof payload !== 'object' || payload === null || !('type' in payload);
  const was = selectVisible(before);
  const old = get(was.items, edit.payload.id);
  if (!isGesture || old === undefined) return [];
  const facts = factsOf(edit);
  const isSame = differences('', linesOf(old), editedLines(old, edit, was), facts).length === 0;
  const found = isSame ? [`${facts.join()} of ${old.id} is asked to be what it is`] : [];
  const opened = edit.type === itemEdits.titleChanged.type ? before.itemFields.titles[old.id]?.before : undefined;
  return opened === undefined || opened !== edit.payload.title
    ? found
    : [...found, `the title of ${old.id} is put back to ${opened}, which nobody typed`];
}

const OWN: ReadonlySet<string> = new Set(['todo', 'subscribed']);

/** What the server answers to an edit is what its field is from then on, and nothing else of the answer is taken in. */
function foldedFaults(edit: ItemMutation, before: RootState, after: RootState, sentBy: SentBy): string[] {
  const { id } = edit.payload;
  const [old, item] = [before, after].map(({ confirmed }) => get(confirmed.items, id));
  const answered = answerIn(sentBy(edit.key ?? edit.id))?.workItem;
  if (old === undefined || item === undefined || answered == null) return [];
  const should: Record<string, string | undefined> = { ...linesOf(old) };
  const said = wireLines(answered);
  const asked = editedLines(old, edit, after.confirmed);
  // Of what is the viewer's own the answer says nothing.
  for (const fact of answeredFacts(edit)) should[fact] = OWN.has(fact) ? asked[fact] : said[fact];
  return differences(id, linesOf(item), should).map((text) => `after ${edit.id}: ${text}`);
}

interface Answer {
  readonly workItem?: WireItem | null;
  readonly errors?: readonly string[];
}

/** Each request asks for one thing. */
const answerIn = (sent: Sent | undefined): Answer | null | undefined =>
  Object.values((sent?.answer?.data ?? {}) as Readonly<Record<string, Answer | null>>)[0];

/** What is taken back was not changed meanwhile, and gets the value of before; what is made once more, the value that it had. */
function takenBackFaults(log: SessionLog, index: number): string[] {
  const [action, before] = [log.actions[index], log.before[index]];
  const { reverses } = action?.meta ?? {};
  if (action === undefined || before === undefined || reverses === undefined) return [];
  const { done, undone } = before.command.history;
  const made = (reverses.way === 'undo' ? done : undone).find(({ serial }) => serial === reverses.serial);
  const at = log.actions.findIndex(({ meta }) => meta.id !== undefined && meta.id === made?.mutationId);
  const [was, became] = [log.before[at], log.before[at + 1]];
  const edit = became === undefined ? null : asItemEdit(became.pending.find(({ id }) => id === made?.mutationId));
  if (edit === null || was === undefined || became === undefined) return [];
  const itemIn = (state: RootState): WorkItem | undefined => get(selectVisible(state).items, edit.payload.id);
  const [old, first, now, back] = [was, became, before, log.before[index + 1] ?? log.end].map(itemIn);
  if (old === undefined || first === undefined || now === undefined || back === undefined) return [];
  const [facts, name] = [factsOf(edit), `${edit.payload.id}, whose ${edit.type} is taken back,`];
  const again = editedLines(now, edit, selectVisible(before));
  const meanwhile = differences(name, linesOf(now), again, facts).map((text) => `${text}: it was changed meanwhile`);
  const isAsLeft = differences('', linesOf(now), linesOf(first), facts).length === 0;
  return [...meanwhile, ...(isAsLeft ? differences(name, linesOf(back), linesOf(old), facts) : [])];
}

/** Whatever is read meanwhile, the last edit of a field that waits for its answer is what is shown of it. */
function pendingFaults(state: RootState): string[] {
  const last = new Map<string, ItemMutation>();
  for (const mutation of state.pending) {
    const edit = asItemEdit(mutation);
    if (edit !== null) last.set(lineOf(edit), edit);
  }
  if (last.size === 0) return [];
  const tables = selectVisible(state);
  return [...last.values()].flatMap((edit) => {
    const item = get(tables.items, edit.payload.id);
    if (item === undefined) return [];
    return differences(
      `${item.id}, ${edit.id} pending,`,
      linesOf(item),
      editedLines(item, edit, tables),
      factsOf(edit),
    );
  });
}

const noun = (type: string): string => type.replaceAll('_', ' ');
const sentence = (type: string): string => `Something went wrong while updating the ${noun(type)}. Please try again.`;
const SENTENCE =
  /^Something went wrong while updating the (issue|incident|task|objective|key result)\. Please try again\.$/;

/** The server's own words to an edit, as they stand below the sentence; null: it said nothing. */
function wordsTo(type: string, sent: Sent | undefined): string | null {
  const said = sent?.end === 'answered' ? (answerIn(sent)?.errors ?? []) : (sent?.answer?.errors ?? []);
  const isJoined = type === itemEdits.dateChanged.type || type === itemEdits.milestoneChanged.type;
  const words = said.filter((text) => text.trim() !== '');
  return (isJoined ? words.join('; ') : words[0]) || null;
}

/** Of every refusal one alert tells, with the server's words, and of nothing else. */
function alertFaults(
  action: Stamped,
  refused: { readonly type: string; readonly itemType: string; readonly key: string } | null,
  before: RootState,
  after: RootState,
  sentBy: SentBy,
): string[] {
  if (before.notice === after.notice && refused === null) return [];
  const known = new Set(before.notice.map(({ id }) => id));
  const fresh = after.notice.filter(({ id, text }) => !known.has(id) && SENTENCE.test(text));
  if (refused === null) return fresh.map(({ text }) => `${action.type} says "${text}", and no edit was refused`);
  const text = sentence(refused.itemType);
  const [alert] = fresh;
  const shown = after.notice.filter((notice) => notice.text === text && notice.place === alert?.place);
  if (fresh.length !== 1 || shown.length !== 1 || alert?.text !== text) {
    return [`the refusal of ${refused.key} is told ${fresh.length} times, and stands there ${shown.length} times`];
  }
  // The same words submitted again have the same key.
  const sent = sentBy(refused.key, action.meta.at);
  // A refusal on the way has no words of the server.
  const words = sent?.answer?.failed === true || sent?.end === 'answered' ? wordsTo(refused.type, sent) : null;
  return alert.detail === words ? [] : [`the refusal of ${refused.key} says ${alert.detail} and should say ${words}`];
}

/** A title that was refused stands in its field again, unless something else is typed there, or nobody had typed it: it was taken back. */
function typedFaults(
  { type, payload }: ItemMutation,
  { payload: ending }: Stamped,
  before: RootState,
  after: RootState,
): string[] {
  if (type !== itemEdits.titleChanged.type) return [];
  const [was, is] = [before, after].map(({ itemFields }) => itemFields.titles[payload.id]?.text);
  const { reverses } = ending as { readonly reverses?: true };
  const should = reverses === true ? was : (was ?? payload.title);
  return is === should ? [] : [`the title ${payload.title} was refused, and ${is} is typed`];
}

/** The sending with a key whose end was then; else the one that was answered, or the last one. */
export type SentBy = (key: string, endedAt?: number) => Sent | undefined;

export function sentByKey(sent: readonly Sent[]): SentBy {
  const byKey = new Map<string, Sent[]>();
  for (const one of sent) {
    const { idempotencyKey: key } = one.call;
    if (key === undefined) continue;
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [one]);
    else known.push(one);
  }
  return (key, endedAt) => {
    const all = byKey.get(key);
    const found = (test: (one: Sent) => boolean) => all?.filter(test).at(-1);
    return found((one) => one.endedAt === endedAt) ?? found(({ end }) => end === 'answered') ?? all?.at(-1);
  };
}

const OPENINGS: ReadonlySet<string> = new Set(['workItem/pageOpened', 'workItem/overOpened', 'bulk/editAsked']);

/** Follows the edits of item pages through the log of a session. */
export function itemEditFaults(log: SessionLog, sentBy: SentBy): string[] {
  if (!log.actions.some(({ type }) => OPENINGS.has(type))) return [];
  return log.actions.flatMap((action, index) => {
    const [before, after] = [log.before[index], log.before[index + 1] ?? log.end];
    if (before === undefined) return [];
    const made = itemEditMadeBy(action, after);
    if (made !== null) {
      return [
        ...shownFaults(made, before, after),
        ...needlessFaults(action, made, before),
        ...takenBackFaults(log, index),
      ];
    }
    const { resolves } = action.meta;
    const mutation = resolves === undefined ? undefined : before.pending.find(({ id }) => id === resolves.id);
    const edit = asItemEdit(mutation);
    const isOurs = edit !== null || mutation?.type === itemStateActions.changeAsked.type;
    const isRefused = isOurs && resolves?.as === 'refused';
    // Of what was made together one line tells, at the end.
    const found =
      isRefused && mutation?.together === undefined
        ? alertFaults(action, { ...whatOf(mutation), type: mutation?.type ?? '' }, before, after, sentBy)
        : alertFaults(action, null, before, after, sentBy);
    if (action.type === 'workItem/page/received') return [...found, ...pendingFaults(after)];
    if (edit === null) return found;
    if (!isRefused) return [...found, ...foldedFaults(edit, before, after, sentBy)];
    const stays = before.confirmed === after.confirmed ? [] : [`the refusal of ${edit.id} changes what is confirmed`];
    return [...found, ...stays, ...typedFaults(edit, action, before, after)];
  });
}

const whatOf = (mutation: RootState['pending'][number] | undefined) => ({
  key: mutation?.key ?? mutation?.id ?? '',
  itemType: (mutation?.payload as { readonly type?: string } | undefined)?.type ?? '',
});
