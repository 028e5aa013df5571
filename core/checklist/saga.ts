import type { Ports } from '../ports/index.ts';
import type { AnyAction } from '../store/action.ts';
import type { LineEdit, LineWanted, TaskMade, TaskWanted } from './actions.ts';
import { isAnyOf } from '@reduxjs/toolkit';
import { all, put, select, takeEvery, takeLeading, type SagaGenerator } from 'typed-redux-saga';
import { noticeActions } from '../notice/index.ts';
import { isWireError } from '../store/effects.ts';
import { get } from '../table/index.ts';
import { mergedDescription, readAgain, readSoon, type TextPlaces } from '../text/save.ts';
import { alertAt } from '../work-item/field-edit.ts';
import { typeIdIn } from '../work-item/fields/convert.ts';
import { firstError, HTTP } from '../work-item/rules.ts';
import { toldOf } from '../work-item/select.ts';
import { checklistActions } from './actions.ts';
import { checkable, isSavingLine } from './checkable.ts';
import { lineAt } from './rules.ts';
import { isStaleItem, taskTitle } from './tasks.ts';
import { CHECKLIST_TEXTS, taskConflict } from './texts.ts';

const { toggled, lineEdited, lineWanted, taskMade, taskWanted } = checklistActions;

const isAnswered = isAnyOf(
  ...[toggled, lineEdited, taskMade].flatMap(({ committed, refused }) => [committed.match, refused.match] as const),
);

const state = () => select((root: TextPlaces) => root);

/** IE-06.45: whatever the answer, the item is read again. */
function* answered(ports: Ports, action: AnyAction): SagaGenerator<void> {
  if (lineEdited.refused.match(action) && action.payload.failure.status === HTTP.CONFLICT)
    return yield* mergeLines(ports, action.payload.asked);
  if (taskMade.refused.match(action) && isStaleItem(action.payload.failure.messages))
    return yield* makeAgain(ports, action.payload.asked);
  const { id, type } = (action as ReturnType<typeof toggled.committed>).payload.asked;
  yield* put(readAgain({ id, type }));
}

/** IE-06.64: as a save is merged with what others have saved. */
function* mergeLines(ports: Ports, asked: LineEdit): SagaGenerator<void> {
  const { id, from, to } = asked;
  yield* readSoon(ports, id);
  const root = yield* state();
  const { description, lockVersion } = get(root.confirmed.items, id) ?? {};
  const isRead = description !== undefined && description !== null && lockVersion !== asked.lockVersion;
  const merged = isRead ? mergedDescription(from.description, to.description, description) : null;
  if (merged === null) return yield* conflict(asked);
  if (merged === description) return;
  if (isSavingLine(root, id)) return yield* conflict(asked);
  const isAlone = description === from.description;
  yield* put(
    lineEdited({
      ...asked,
      from: { ...from, description: description ?? '', ...(!isAlone && { descriptionHtml: null }) },
      to: { ...to, description: merged, ...(!isAlone && { descriptionHtml: null }) },
    }),
  );
}

/** WI-12.12 */
function* makeAgain(ports: Ports, asked: TaskMade): SagaGenerator<void> {
  const { id, line, source, typeId } = asked;
  yield* readSoon(ports, id);
  const now = get((yield* state()).confirmed.items, id)?.lockVersion;
  if (now === asked.lockVersion || !(yield* isStill(asked))) return yield* conflict(asked);
  yield* put(taskMade({ id, line, source, typeId }));
}

function* conflict({ id, type }: Pick<LineEdit, 'id' | 'type'>): SagaGenerator<void> {
  yield* put(noticeActions.raised(alertAt(toldOf(yield* state(), id), taskConflict(type))));
}

/** Whether the line is what it was, and no line is being saved. */
function* isStill({ id, line, source }: TaskWanted): SagaGenerator<boolean> {
  const root = yield* state();
  return lineAt(get(root.confirmed.items, id)?.description ?? '', line) === source && !isSavingLine(root, id);
}

/** IE-06.65: the line itself is compared here: the reducer must do the same with a redacted log. */
function* editLine({ id, line, to, source }: LineWanted): SagaGenerator<void> {
  const root = yield* state();
  const item = checkable(root, id);
  if (item === null || isSavingLine(root, id)) return;
  if (yield* isStill({ id, line, source })) yield* put(lineEdited({ id, line, to }));
  else yield* conflict(item);
}

/** WI-12.10: the type is asked for first. */
function* makeTask(ports: Ports, wanted: TaskWanted): SagaGenerator<void> {
  const { id, line, source } = wanted;
  const root = yield* state();
  const item = checkable(root, id);
  if (item === null || isSavingLine(root, id)) return;
  if (!(yield* isStill(wanted))) return yield* conflict(item);
  if (taskTitle(item.type, source) === null) return;
  try {
    const typeId = yield* typeIdIn(ports, item.projectPath ?? '', 'task');
    if (yield* isStill(wanted)) yield* put(taskMade({ id, line, source, typeId }));
    else yield* conflict(item);
  } catch (error) {
    if (!isWireError(error)) throw error;
    const { taskNotMade } = CHECKLIST_TEXTS;
    yield* put(noticeActions.raised(alertAt(toldOf(root, id), taskNotMade, firstError(error.messages))));
  }
}

export function* checklistSaga(ports: Ports): Generator {
  yield* all([
    takeEvery(isAnswered, (action) => answered(ports, action)),
    takeEvery(lineWanted.match, ({ payload }) => editLine(payload)),
    takeLeading(taskWanted.match, ({ payload }) => makeTask(ports, payload)),
  ]);
}
