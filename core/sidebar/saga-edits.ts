import type { Stamped } from '../store/action.ts';
import type { SidebarRoot } from './select-root.ts';
import type { DateField, EpicRef, SidebarEpic } from './types.ts';
import { put, select, takeEvery } from 'typed-redux-saga';
import { epicActions } from '../epic/actions.ts';
import { selectEpicPermissions } from '../epic/select.ts';
import { sidebarActions, sidebarAnswers } from './actions.ts';
import { colorToSave, dateEntry, labelsToSave } from './rules.ts';
import { childrenOf, shownEpic, shownTables } from './select-root.ts';
import { confidentialityRefusal } from './select.ts';

/** EP-18.40: what is asked for becomes an edit only with the right to it and where it changes something: the view offers no other, and a stray action does nothing. */
export function* watchEdits(ref: EpicRef): Generator {
  yield* takeEvery(sidebarActions.todoToggled.match, toggleTodo, ref);
  yield* takeEvery(sidebarActions.subscriptionToggled.match, toggleSubscription, ref);
  yield* takeEvery(sidebarActions.confidentialityToggled.match, toggleConfidentiality, ref);
  yield* takeEvery(sidebarActions.dateEntered.match, function* ({ payload: { field, value, epicId = ref.id } }) {
    // Words are read after they were typed, and another epic may be open then.
    if (epicId !== ref.id) return;
    const entry = dateEntry(value);
    if (!entry.ok) yield* put(sidebarAnswers.dateRefused({ field, error: entry.error }));
    else yield* changeDate(ref, field, { isFixed: true, fixed: entry.day });
  });
  yield* takeEvery(sidebarActions.dateKindChosen.match, function* ({ payload: { field, isFixed } }) {
    yield* changeDate(ref, field, { isFixed });
  });
  yield* takeEvery(sidebarActions.colorEditorClosed.match, saveColor, ref);
  yield* takeEvery(sidebarActions.labelPickerClosed.match, saveLabels, ref);
  yield* takeEvery(sidebarActions.labelRemoved.match, removeLabel, ref);
}

const signedIn = (root: SidebarRoot): boolean => root.access.session.user !== null;

/** The epic as it is shown; null where the viewer may not edit it. */
const editable = (root: SidebarRoot): SidebarEpic | null =>
  signedIn(root) && selectEpicPermissions(root).canUpdate ? shownEpic(root) : null;

function* toggleTodo(ref: EpicRef): Generator {
  const { epic, todoPath } = yield* select((root: SidebarRoot) => ({
    epic: signedIn(root) ? shownEpic(root) : null,
    todoPath: root.epic.page.data?.todoPath,
  }));
  if (epic === null || todoPath === undefined) return;
  yield* put(sidebarActions.todoChanged({ ...ref, exists: !epic.todo.exists, todoPath }));
}

function* toggleSubscription(ref: EpicRef): Generator {
  const epic = yield* select((root: SidebarRoot) => (signedIn(root) ? shownEpic(root) : null));
  if (epic === null || epic.subscribed === null) return;
  yield* put(sidebarActions.subscriptionChanged({ ...ref, subscribed: !epic.subscribed }));
}

/** EP-10.2: what the shown parent and children forbid is not asked of the server; its reason stands beside the switch. */
function* toggleConfidentiality(ref: EpicRef): Generator {
  const { epic, refusal } = yield* select((root: SidebarRoot) => {
    const shown = editable(root);
    const children = childrenOf(root, shownTables(root), ref.id);
    return { epic: shown, refusal: shown === null ? null : confidentialityRefusal(shown, children) };
  });
  if (epic === null || refusal !== null) return;
  yield* put(epicActions.epicConfidentialityChanged({ ...ref, confidential: !epic.confidential }));
}

function* changeDate(
  ref: EpicRef,
  field: DateField,
  change: { readonly isFixed: boolean; readonly fixed?: string | null },
): Generator {
  const epic = yield* select(editable);
  if (epic === null) return;
  const date = epic[field];
  const same = date.isFixed === change.isFixed && (change.fixed === undefined || date.fixed === change.fixed);
  if (!same) yield* put(sidebarActions.dateChanged({ ...ref, field, ...change }));
}

function* saveColor(ref: EpicRef, { payload: { discard } }: Stamped<{ discard: boolean }>) {
  const { epic, picked } = yield* select((root: SidebarRoot) => ({
    epic: editable(root),
    picked: root.sidebar.colorEditor.color,
  }));
  if (discard || epic === null || epic.color === null) return;
  const color = colorToSave(epic.color, picked);
  if (color !== null) yield* put(sidebarActions.colorChanged({ ...ref, color }));
}

function* saveLabels(ref: EpicRef, { payload: { discard } }: Stamped<{ discard: boolean }>) {
  const { epic, ticks } = yield* select((root: SidebarRoot) => ({
    epic: editable(root),
    ticks: root.sidebar.picker.change,
  }));
  const change = discard || epic === null ? null : labelsToSave(epic.labels, ticks);
  if (change !== null) yield* put(sidebarActions.labelsChanged({ ...ref, ...change }));
}

function* removeLabel(ref: EpicRef, { payload: { id } }: Stamped<{ id: string }>) {
  const epic = yield* select(editable);
  const change = epic === null ? null : labelsToSave(epic.labels, { add: [], remove: [id] });
  if (change !== null) yield* put(sidebarActions.labelsChanged({ ...ref, ...change }));
}
