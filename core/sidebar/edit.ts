import type { EpicFields, EpicRef } from '../epic/edits.ts';
import type { Action } from '../store/action.ts';
import type { Draft, Mutation, MutationCreator, Undo } from '../mutation/index.ts';
import type { GlobalId, WorkItem } from '../work-item/types.ts';
import type { SidebarConfirmed, SidebarEpic } from './types.ts';
import { recordKeys, sameData } from '../entities/index.ts';
import { epicAlert } from '../epic/actions.ts';
import { selectEpic, selectEpicPermissions, type Root as EpicRoot } from '../epic/select.ts';
import { define, gone, later } from '../mutation/index.ts';
import { EPICS_KEY } from '../roadmap/change-dates.ts';
import { get } from '../table/index.ts';
import { firstError } from '../work-item/rules.ts';
import { sidebarReads } from './actions.ts';
import { sidebarFields, withFields } from './fields.ts';
import { shownEpic, type SidebarRoot } from './select-root.ts';

type Saved = Partial<EpicFields>;
/** What an edit asks, beside the epic. */
type Own<P> = Omit<P, keyof EpicRef>;

/** What one kind of edit of a field has of its own. `G`: what is given where the edit is worked out from what is shown. */
interface Edit<P extends EpicRef, G> extends Pick<Mutation<P, Saved>, 'request' | 'decode'> {
  /** The facts of the record that it changes; what changes the same ones goes one after the other. */
  facts(asked: P): readonly (keyof WorkItem)[];
  /** EP-18.40: what is asked for; null: nothing, for it is so already, or may not be. */
  asks(epic: SidebarEpic, given: G, root: SidebarRoot): Own<P> | null;
  /** What it makes of the epic before it is answered. What is so already stays the same. */
  change(epic: SidebarEpic, asked: P): Saved;
  /** What it says when it fails; null: nothing. */
  text(asked: P, root: SidebarRoot): string | null;
  /** `the labels of`, before the name of the epic. */
  name(asked: P): string;
  /** What gives the field its former value; null: nothing was changed, or the value cannot be given. */
  former(before: SidebarEpic, made: P): Own<P> | null;
  /** For the viewer's own things nobody needs a right. */
  readonly own?: true;
  /** What it invalidates beside the record. */
  also?(asked: P): readonly string[];
}

/** Defines an edit of a field of an epic. */
export function edit<P extends EpicRef, G extends object | void>(
  creator: MutationCreator<P, Saved, P | G>,
  kind: Edit<P, G extends void ? object : G>,
) {
  const { facts, change, text, own = false } = kind;
  return define<P, Saved, P | G>(creator, {
    // mutant: sidebar-no-line
    scope: (asked) => `epic ${asked.id} ${facts(asked).join()}`,
    invalidates: (asked) => [...recordKeys(asked.id, facts(asked)), EPICS_KEY, ...(kind.also?.(asked) ?? [])],
    /** What takes another edit back is given whole; every other is worked out from what is shown. */
    accept(root: SidebarRoot, given: object): P | null {
      if ('groupPath' in given) return given as P;
      const epic = root.access.session.user === null || !(own || mayUpdate(root)) ? null : shownEpic(root);
      const asked = epic === null ? null : kind.asks(epic, given as never, root);
      return epic === null || asked === null ? null : whole(epic, asked);
    },
    apply: (draft: Draft<SidebarConfirmed>, asked) => withFields(draft, asked.id, (epic) => change(epic, asked)),
    request: kind.request,
    decode: kind.decode,
    /** EP-18.42: only the edit's own field is taken in: those of other edits may be older than what is known. */
    commit: (draft: Draft<SidebarConfirmed>, saved, { id }) => withFields(draft, id, () => saved),
    /** RP-02.8: the server's own words stand below the text. */
    error(asked, { messages }, root: SidebarRoot) {
      const told = text(asked, root);
      return told === null ? 'form' : epicAlert(told, firstError(messages));
    },
    /** What is read says what became of an earlier try. */
    forgets: ({ id }, action) => sidebarReads.epic.received.match(action) && action.payload.params.id === id,
    undo: undoOf(creator as unknown as (asked: P) => Action, kind),
  });
}

const mayUpdate = (root: SidebarRoot | SidebarShown): boolean => selectEpicPermissions(root).canUpdate;

const whole = <P extends EpicRef>({ id, groupPath, iid }: EpicRef, asked: Own<P>): P =>
  ({ id, groupPath, iid, ...asked }) as unknown as P;

type SidebarShown = Pick<SidebarRoot, 'access'> & EpicRoot & { readonly visible: SidebarConfirmed };

function epicOf({ visible }: SidebarShown, id: GlobalId): SidebarEpic | null {
  const item = get(visible.items, id);
  return item === undefined ? null : sidebarFields(item);
}

/** What takes an edit back, and what the edit was. */
interface Back<P> {
  readonly back: P;
  readonly made: P;
}

/** RP-02.214: an edit of a field is taken back by one that gives it its former value, while it still has the one that the edit gave it. */
const undoOf = <P extends EpicRef>(
  creator: (asked: P) => Action,
  { name, former, change, own }: Pick<Edit<P, never>, 'name' | 'former' | 'change' | 'own'>,
): Undo<P, Back<P>> => ({
  plan(before: SidebarShown, made) {
    const epic = epicOf(before, made.id);
    const back = epic === null ? null : former(epic, made);
    const page = selectEpic(before);
    if (back === null) return null;
    const item = page?.id === made.id ? `${page.reference} “${page.title}”` : `&${made.iid}`;
    return { name: `changed ${name(made)} ${item}`, back: { back: whole(made, back), made } };
  },
  obstacle(now: SidebarShown, { made }) {
    const epic = epicOf(now, made.id);
    if (epic === null || now.epic.page.id !== made.id) return later('the epic is still being read');
    if (now.access.session.user === null) return gone('you are not signed in');
    if (own !== true && !mayUpdate(now)) return gone('you may not change it any more');
    // Other labels may have come and gone; those of the edit may not.
    return sameData({ ...epic, ...change(epic, made) }, epic) ? null : gone('it was changed meanwhile');
  },
  inverse: (_, { back }) => creator(back),
});
