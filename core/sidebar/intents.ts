import type { Stamped } from '../store/action.ts';
import type { Draft, IntentKind, IntentKinds } from '../sync/index.ts';
import type {
  ColorChange,
  DateChange,
  EpicRef,
  LabelsChange,
  SidebarConfirmed,
  SidebarEpic,
  SidebarTables,
  SubscriptionChange,
  TodoChange,
} from './types.ts';
import { epicActions, type ConfidentialityChange } from '../epic/actions.ts';
import { get, set } from '../table/index.ts';
import { sameData } from '../tree/confirmed.ts';
import { textColorFor } from '../work-item/rules.ts';
import { sidebarActions, sidebarAnswers } from './actions.ts';
import { changedDate, changedLabels, parseColor } from './rules.ts';

/** Whoever reads the fields of an epic reads them all: a change of any makes an earlier reading stale. */
export const fieldsKey = (id: string): string => `sidebar/${id}`;

/** RP-02.8: a change of the fields of an epic. An epic that is not known stays unknown; what is so already stays the same reference. */
function edit<P extends EpicRef>(
  change: (epic: SidebarEpic, payload: P) => Partial<SidebarEpic>,
): IntentKind<SidebarConfirmed, P> {
  return {
    keys: ({ id }) => [fieldsKey(id)],
    apply: (draft, payload) => {
      const epic = draft.get('sidebarEpics', payload.id);
      if (epic === undefined) return;
      const next = { ...epic, ...change(epic, payload) };
      if (!sameData(epic, next)) draft.set('sidebarEpics', payload.id, next);
    },
  };
}

const date = edit<DateChange>((epic, { field, isFixed, fixed }) => ({
  [field]: changedDate(epic[field], { isFixed, ...(fixed === undefined ? {} : { fixed }) }),
}));

const labels = edit<LabelsChange>((epic, change) => ({ labels: changedLabels(epic.labels, change) }));

const color = edit<ColorChange>((_, asked) => {
  const parsed = parseColor(asked.color) ?? asked.color;
  return { color: parsed, textColor: textColorFor(parsed) };
});

const subscription = edit<SubscriptionChange>((_, { subscribed }) => ({ subscribed }));

/** Where a to-do is deleted is known when the server has made it. */
const todo = edit<TodoChange>((epic, { exists }) => ({
  todo: { exists, deletePath: exists ? epic.todo.deletePath : null },
}));

const fields = edit<ConfidentialityChange>((_, { confidential }) => ({ confidential }));

/** EP-10.5: the epic's own row, from which the tree takes what holds for new children, follows. */
const confidentiality: IntentKind<SidebarConfirmed, ConfidentialityChange> = {
  keys: (change) => [...fields.keys(change), change.id],
  apply: (draft: Draft<SidebarConfirmed>, change) => {
    fields.apply(draft, change);
    const item = draft.get('items', change.id);
    if (item !== undefined && item.confidential !== change.confidential) {
      draft.set('items', change.id, { ...item, confidential: change.confidential });
    }
  },
};

/** The edits that the sidebar shows before they are answered. */
export const sidebarIntents: IntentKinds<SidebarConfirmed> = {
  [sidebarActions.dateChanged.type]: date,
  [sidebarActions.labelsChanged.type]: labels,
  [sidebarActions.colorChanged.type]: color,
  [sidebarActions.subscriptionChanged.type]: subscription,
  [sidebarActions.todoChanged.type]: todo,
  [epicActions.epicConfidentialityChanged.type]: confidentiality,
};

/** What the server's answers do to the confirmed epics. Everything else leaves them as they are. */
export function foldSidebar<C extends SidebarTables>(confirmed: C, action: Stamped): C {
  if (sidebarAnswers.epicSeeded.match(action)) return withEpic(confirmed, action.payload.epic);
  if (sidebarAnswers.epicRead.match(action)) {
    const { epic } = action.payload;
    const known = get(confirmed.sidebarEpics, epic.id);
    const { color: was = null, textColor = null } = known ?? {};
    return withEpic(confirmed, { ...epic, color: was, textColor });
  }
  if (sidebarAnswers.colorRead.match(action) || sidebarAnswers.colorSaved.match(action)) {
    const { id, color: read, textColor } = action.payload;
    return withFields(confirmed, id, { color: read, textColor });
  }
  if (sidebarAnswers.subscriptionSaved.match(action)) {
    return withFields(confirmed, action.payload.id, { subscribed: action.payload.subscribed });
  }
  if (sidebarAnswers.todoSaved.match(action)) {
    const { id, exists, deletePath } = action.payload;
    return withFields(confirmed, id, { todo: { exists, deletePath } });
  }
  if (epicActions.epicFieldsSaved.match(action)) return withFields(confirmed, action.payload.id, action.payload.fields);
  return confirmed;
}

function withFields<C extends SidebarTables>(confirmed: C, id: string, change: Partial<SidebarEpic>): C {
  const known = get(confirmed.sidebarEpics, id);
  return known === undefined ? confirmed : withEpic(confirmed, { ...known, ...change });
}

/** A reading that says what is known already changes nothing, not even a reference. */
function withEpic<C extends SidebarTables>(confirmed: C, epic: SidebarEpic): C {
  const known = get(confirmed.sidebarEpics, epic.id);
  if (known !== undefined && sameData(known, epic)) return confirmed;
  return { ...confirmed, sidebarEpics: set(confirmed.sidebarEpics, epic.id, epic) };
}
