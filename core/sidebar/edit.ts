import type { EpicFieldsUpdateMutation, EpicFieldsUpdateMutationVariables } from '../api/generated/operations.ts';
import type { Action } from '../store/action.ts';
import type { Draft, Mutation, MutationCreator, Undo } from '../mutation/index.ts';
import type { WorkItem } from '../work-item/types.ts';
import { EpicFieldsUpdateOperation } from '../api/generated/operations.ts';
import { recordKeys, sameData } from '../entities/index.ts';
import type { EpicRef } from '../epic/actions.ts';
import { selectEpic } from '../epic/select.ts';
import { define, gone, graphql, later } from '../mutation/index.ts';
import { EPICS_KEY } from '../roadmap/change-dates.ts';
import { withFacts, type ItemReading, type ItemRecords } from '../work-item/entity.ts';
import { pageAlert } from '../work-item/edits.ts';
import { firstError } from '../work-item/rules.ts';
import { sidebarReads } from './actions.ts';
import { epicFacts, fieldsIn, fieldsWith, type SidebarEpic } from './fields.ts';
import { canUpdate, shownEpic, type SidebarRoot } from './select-root.ts';

type Saved = Partial<ItemReading>;
/** The parameters of an edit besides the epic. */
type Own<P> = Omit<P, keyof EpicRef>;
export type Updated = NonNullable<EpicFieldsUpdateMutation['updateEpic']>;
type Input = Omit<EpicFieldsUpdateMutationVariables['input'], 'groupPath' | 'iid'>;

/**
 * An editable field. `G`: the payload of a gesture, from which `asks` works out the edit. A field whose facts have the same names in the edit, in the input of
 * `updateEpic` and in the record needs only the first four.
 */
interface Edit<P extends EpicRef, G> extends Partial<Pick<Mutation<P, Saved>, 'request' | 'decode' | 'scope'>> {
  /** The facts of the record that it changes; edits of the same facts are sent one after the other. */
  facts(asked: P): readonly (keyof WorkItem)[];
  /** EP-18.40: the edit that a gesture asks for; null: none, because it would change nothing or is not allowed. */
  asks(epic: SidebarEpic, given: G, root: SidebarRoot): Own<P> | null;
  /** The text of the alert when it fails; null: no alert. */
  text(asked: P, root: SidebarRoot): string | null;
  /** Its name in the history: `the labels of`, to be followed by the epic. */
  name(asked: P): string;
  /** The optimistic change of the epic. Default: the facts that are asked for. */
  change?(epic: SidebarEpic, asked: P): Saved;
  /** The input of `updateEpic`. Default: the facts that are asked for. */
  input?(asked: P): Input;
  /** The edit that restores the former value; null: nothing was changed, or the value was not known. Default: the facts before the edit. */
  former?(before: SidebarEpic, made: P): Own<P> | null;
  /** The field is the viewer's own, and needs no permission. */
  readonly own?: true;
  /** What it invalidates besides the record. */
  also?(asked: P): readonly string[];
}

/** The properties with these names. */
const picked = (from: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

/** Defines an edit of a field of an epic. */
export function edit<P extends EpicRef, G extends object | void>(
  creator: MutationCreator<P, Saved, P | G>,
  kind: Edit<P, G extends void ? object : G>,
) {
  const asAsked = (asked: P): object => picked(asked, kind.facts(asked));
  const whole = (epic: SidebarEpic, asked: object): P =>
    ({ id: epic.id, groupPath: epic.group?.fullPath ?? '', iid: epic.iid, ...asked }) as P;
  const { facts, text, change = (_: SidebarEpic, asked: P): Saved => asAsked(asked), input = asAsked } = kind;
  const { former = (before: SidebarEpic, made: P) => picked(before, facts(made)) } = kind;
  const mayNot = (root: SidebarRoot) => {
    if (root.access.session.user === null) return gone('you are not signed in');
    return kind.own === true || canUpdate(root) ? null : gone('you may not change it any more');
  };

  /** RP-02.214: an edit is undone by another edit that restores the former value, as long as the field still has the value that the first one gave it. */
  const undo: Undo<P, { readonly back: P; readonly made: P }> = {
    plan(before: SidebarShown, made) {
      const epic = fieldsIn(before.visible, made.id);
      const back = epic && former(epic, made);
      if (epic === null || back === null) return null;
      const page = selectEpic(before);
      const item = page?.id === made.id ? `${page.reference} “${page.title}”` : `&${made.iid}`;
      return { name: `changed ${kind.name(made)} ${item}`, undoData: { back: whole(epic, back), made } };
    },
    obstacle(now: SidebarShown, { made }) {
      const epic = fieldsIn(now.visible, made.id);
      if (epic === null || now.epic.page.id !== made.id) return later('the epic is still being read');
      // Applying it again must change nothing. Labels that it does not mention may have changed since.
      return (
        mayNot(now) ?? (sameData({ ...epic, ...change(epic, made) }, epic) ? null : gone('it was changed meanwhile'))
      );
    },
    inverse: (_, { back }) => (creator as unknown as (asked: P) => Action)(back),
  };

  return define<P, Saved, P | G>(creator, {
    // mutant: sidebar-no-line
    scope: kind.scope ?? ((asked) => `epic ${asked.id} ${facts(asked).join()}`),
    invalidates: (asked) => [...recordKeys(asked.id, facts(asked)), EPICS_KEY, ...(kind.also?.(asked) ?? [])],
    /** An edit that undoes another one comes complete; any other is worked out from what is shown. */
    accept(root: SidebarRoot, given: object): P | null {
      if ('groupPath' in given) return given as P;
      const epic = mayNot(root) === null ? shownEpic(root) : null;
      const asked = epic && kind.asks(epic, given as never, root);
      return epic && asked && whole(epic, asked);
    },
    apply(draft: Draft<ItemRecords>, asked) {
      const item = draft.get('items', asked.id);
      if (item === undefined) return;
      const own = (item.labels ?? []).flatMap((label) => draft.get('labels', label) ?? []);
      withFacts(draft, asked.id, withKnownLabels(draft, change(fieldsWith(own, item), asked)));
    },
    request:
      kind.request ??
      ((_: unknown, asked: P) => {
        const { groupPath, iid } = asked;
        return graphql(EpicFieldsUpdateOperation, { input: { groupPath, iid, ...input(asked) } });
      }),
    /** EP-18.42: only the edit's own field is taken from the answer: the others may be older than what is known. */
    decode:
      kind.decode ??
      // mutant: sidebar-takes-other-fields
      (({ epic }: Updated, asked: P) => epic && picked(epicFacts(epic), facts(asked))),
    commit: (draft: Draft<ItemRecords>, saved, { id }) => withFacts(draft, id, saved),
    /** RP-02.8: the server's own words stand below the text. */
    error(asked, { messages }, root: SidebarRoot) {
      const told = text(asked, root);
      return told === null ? 'form' : pageAlert('epic', told, firstError(messages));
    },
    /** A new reading tells what became of an earlier attempt. */
    forgets: ({ id }, action) => sidebarReads.epic.received.match(action) && action.payload.params.id === id,
    undo,
  });
}

type SidebarShown = SidebarRoot & { readonly visible: ItemRecords };

/** RP-02.268: an edit brings the labels that it adds, for they may be known nowhere else by then; those that are known stay as they are known. */
const withKnownLabels = (draft: Draft<ItemRecords>, { labels, ...rest }: Saved): Saved =>
  labels === undefined ? rest : { ...rest, labels: labels.map((label) => draft.get('labels', label.id) ?? label) };
