import type { AccessState } from '../access/slice.ts';
import type { ConfidentialityChange } from '../epic/actions.ts';
import type { EpicState } from '../epic/slice.ts';
import type { Event } from '../store/action.ts';
import type { Inverse } from '../sync/index.ts';
import type {
  ColorChange,
  DateChange,
  EpicRef,
  LabelsChange,
  SidebarConfirmed,
  SidebarEpic,
  SubscriptionChange,
  TodoChange,
} from './types.ts';
import { gone } from '../sync/index.ts';
import { epicActions } from '../epic/actions.ts';
import { selectEpicPermissions } from '../epic/select.ts';
import { get } from '../table/index.ts';
import { sidebarActions } from './actions.ts';
import { changedDate, changedLabels, parseColor } from './rules.ts';

interface SidebarShown {
  readonly visible: SidebarConfirmed;
  readonly epic: EpicState;
  readonly access: AccessState;
}

/** What takes an edit back, and what the edit was. */
interface Back<P> {
  readonly back: P;
  readonly made: P;
}

interface Field<P extends EpicRef> {
  readonly event: { (payload: P): Event; readonly type: string };
  /** `the labels of`, before the name of the epic. */
  name(made: P): string;
  /** What gives the field its former value; null: nothing was changed, or the value cannot be given. */
  former(before: SidebarEpic, made: P): P | null;
  /** RP-02.214: the field is still what the edit made of it. */
  stands(now: SidebarEpic, made: P): boolean;
  /** For the viewer's own things nobody needs a right. */
  readonly own?: true;
}

const refOf = ({ id, groupPath, iid }: EpicRef): EpicRef => ({ id, groupPath, iid });

const epicOf = ({ visible }: SidebarShown, id: string): SidebarEpic | undefined => get(visible.sidebarEpics, id);

/** RP-02.214: an edit of a field is taken back by one that gives it its former value, while it still has the one that the edit gave it. */
function inverseOf<P extends EpicRef>(field: Field<P>): Inverse<SidebarShown, P, Back<P>> {
  return {
    kind: field.event.type,
    plan(before, made) {
      const epic = epicOf(before, made.id);
      const back = epic === undefined ? null : field.former(epic, made);
      const page = before.epic.page.epic;
      if (back === null) return null;
      const item = page?.id === made.id ? `${page.reference} “${page.title}”` : `&${made.iid}`;
      return { name: `changed ${field.name(made)} ${item}`, back: { back, made } };
    },
    obstacle(now, { made }) {
      const epic = epicOf(now, made.id);
      if (epic === undefined || now.epic.page.epic?.id !== made.id) {
        return { reason: 'the epic is still being read', passing: true };
      }
      if (now.access.session.user === null) return gone('you are not signed in');
      if (field.own !== true && !selectEpicPermissions(now).canUpdate) return gone('you may not change it any more');
      return field.stands(epic, made) ? null : gone('it was changed meanwhile');
    },
    edit: (_, { back }): Event => field.event(back),
  };
}

const date = inverseOf<DateChange>({
  event: sidebarActions.dateChanged,
  name: ({ field }) => `the ${field} date of`,
  // EP-07.37: a fixed date that the edit left alone is left alone by what takes it back: it may be somebody else's by then.
  former: (epic, made) => ({
    ...refOf(made),
    field: made.field,
    isFixed: epic[made.field].isFixed,
    ...(made.fixed === undefined ? {} : { fixed: epic[made.field].fixed }),
  }),
  stands(epic, made) {
    const now = epic[made.field];
    const { isFixed, fixed } = changedDate(now, made);
    return now.isFixed === isFixed && now.fixed === fixed;
  },
});

const labels = inverseOf<LabelsChange>({
  event: sidebarActions.labelsChanged,
  name: () => 'the labels of',
  former(epic, made) {
    const after = changedLabels(epic.labels, made);
    const lost = epic.labels.filter(({ id }) => !after.some((label) => label.id === id));
    const won = after.filter(({ id }) => !epic.labels.some((label) => label.id === id));
    return lost.length + won.length === 0 ? null : { ...refOf(made), add: lost, remove: won.map(({ id }) => id) };
  },
  // Other labels may have come and gone; those of the edit may not.
  stands: (epic, { add, remove }) =>
    add.every(({ id }) => epic.labels.some((label) => label.id === id)) &&
    !epic.labels.some(({ id }) => remove.includes(id)),
});

const color = inverseOf<ColorChange>({
  event: sidebarActions.colorChanged,
  name: () => 'the colour of',
  former: (epic, made) => (epic.color === null ? null : { ...refOf(made), color: epic.color }),
  stands: (epic, made) => parseColor(epic.color ?? '') === parseColor(made.color),
});

const confidentiality = inverseOf<ConfidentialityChange>({
  event: epicActions.epicConfidentialityChanged,
  name: () => 'the confidentiality of',
  former: (epic, made) => ({ ...made, confidential: epic.confidential }),
  stands: (epic, made) => epic.confidential === made.confidential,
});

const subscription = inverseOf<SubscriptionChange>({
  event: sidebarActions.subscriptionChanged,
  name: () => 'the notifications of',
  own: true,
  former: (epic, made) => (epic.subscribed === null ? null : { ...refOf(made), subscribed: epic.subscribed }),
  stands: (epic, made) => epic.subscribed === made.subscribed,
});

const todo = inverseOf<TodoChange>({
  event: sidebarActions.todoChanged,
  name: () => 'the to-do of',
  own: true,
  former: (epic, made) => ({ ...made, exists: epic.todo.exists }),
  stands: (epic, made) => epic.todo.exists === made.exists,
});

/** How the edits of the sidebar are taken back. */
export const sidebarInverses = [date, labels, color, confidentiality, subscription, todo] as const;
