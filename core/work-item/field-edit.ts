import type { Root as AccessRoot } from '../access/select.ts';
import type { Action, NoticeDraft, NoticeScope } from '../store/action.ts';
import type { GlobalId } from './types.ts';
import { recordKeys, sameData } from '../entities/index.ts';
import { inPlace } from '../store/place.ts';
import { get } from '../table/index.ts';
import {
  type Draft,
  type Mutation,
  type MutationCreator,
  type Undo,
  type WireRequest,
  define,
  gone,
  later,
} from '../mutation/index.ts';
import { type WorkItem, ITEM, takeIn, withFacts, type ItemReading, type ItemRecords, type Things } from './entity.ts';
import { firstError } from './rules.ts';

/** An alert with an epic or item, or on its page; the server's own words below the sentence. */
export const alertAt = (
  where: Pick<NoticeDraft, 'scope' | 'place'>,
  text: string,
  detail: string | null = null,
): NoticeDraft => ({
  kind: 'danger',
  text,
  dismissible: true,
  ...(detail === null || detail === text ? {} : { detail }),
  ...where,
});

export const pageAlert = (scope: NoticeScope, text: string, detail?: string | null): NoticeDraft =>
  alertAt({ scope }, text, detail);

/** What an edit makes known of the record, or the answer to it. */
export type Saved = Partial<ItemReading>;

interface Identified {
  readonly id: GlobalId;
}

/** The parameters of an edit besides those that name what is edited. */
type Own<P, Ref> = Omit<P, keyof Ref>;

/**
 * An editable field. `T`: what is edited, as it is shown. `Ref`: what names it in every edit. `G`: the payload of a gesture, from which `asks` works out the edit.
 * A field whose facts have the same names in the edit, in the input and in the record needs only the first three.
 */
export interface FieldEdit<T, Ref extends Identified, P extends Ref, G, R, Right> extends Partial<
  Pick<Mutation<P, Saved>, 'request' | 'scope'>
> {
  /** The facts of the record that it changes; edits of the same facts are sent one after the other. */
  facts(asked: P): readonly (keyof WorkItem)[];
  /** EP-18.40, WI-15.1: the edit that a gesture asks for; null: none, because it would change nothing or is not allowed. */
  asks(thing: T, given: G, root: R): Own<P, Ref> | null;
  /** Its name in the history: `the labels of`, to be followed by what was edited. */
  name(asked: P): string;
  /** The text of the alert when it fails; null: no alert. Default: the page's. */
  text?(asked: P, root: R): string | null;
  /** The server's own words that stand below the text. Default: the first error. */
  words?(messages: readonly string[]): string | null;
  /** The optimistic change. Default: the facts that are asked for. */
  change?(thing: T, asked: P): Saved;
  /** The input of the page's request. Default: the facts that are asked for. */
  input?(asked: P, root: R): object;
  /** What is taken from the answer. Default: the facts of the field. */
  decode?(answer: never, asked: P, root: R): Saved | null;
  /** The edit that restores the former value; null: nothing was changed, or the value was not known. Default: the facts before the edit. */
  former?(before: T, made: P, root: R): Own<P, Ref> | null;
  /** The right that it needs. Default: the page's. */
  readonly right?: Right;
  /** What it invalidates besides the record. */
  also?(asked: P): readonly string[];
  /** Items that it names, and that may be known nowhere else. */
  brings?(asked: P): readonly ItemReading[];
}

/** The page whose fields are edited: what they have in common. `A`: the payload of the answer. `In`: the input of its request. */
export interface FieldPage<T extends Identified, Ref extends Identified, R, A, In, Right> {
  readonly noun: 'epic' | 'item';
  /** Where is told what becomes of the edit of this thing. */
  alerts(root: R, id: GlobalId): Pick<NoticeDraft, 'scope' | 'place'>;
  /** What a gesture is about, with every edit that is not answered yet; null until it is known. */
  shown(root: R, given: object | void): T | null;
  /** The same of these tables. */
  fieldsIn(tables: ItemRecords, id: GlobalId): T | null;
  /** The same of a record with what it names. */
  fieldsOf(item: ItemReading): T;
  /** Whether this viewer may change it; undefined: that is not known. */
  may(root: R, id: GlobalId, right: Right | undefined): boolean | undefined;
  refOf(thing: T): Ref;
  /** What is edited, in the history. */
  called(root: R, made: Ref): string;
  request(asked: Ref, input: In): WireRequest;
  /** What the answer says of it; null: nothing can be read. */
  answered(answer: A, root: R): Saved | null;
  text(asked: Ref): string | null;
  also: readonly string[];
  /** A new reading tells what became of an earlier attempt. */
  forgets(asked: Ref, action: Action): boolean;
}

/** The properties with these names. */
const picked = (from: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

/** Defines edits of the fields of a page. An edit that undoes another one comes complete, and says so by `complete`, a property that no gesture has. */
export const fieldEdits =
  <T extends Identified, Ref extends Identified, R extends AccessRoot, A, In extends object, Right>(
    page: FieldPage<T, Ref, R, A, In, Right>,
    complete: keyof Ref & string,
  ) =>
  <P extends Ref, G extends object | void>(
    creator: MutationCreator<P, Saved, P | G>,
    kind: FieldEdit<T, Ref, P, G extends void ? object : G, R, Right>,
  ) => {
    const { facts, name } = kind;
    const asAsked = (asked: P): object => picked(asked, facts(asked));
    const { change = (_: T, asked: P): Saved => asAsked(asked), input = asAsked, words = firstError } = kind;
    const { former = (before: T, made: P) => picked(before, facts(made)) as Own<P, Ref> } = kind;
    const { text = (asked: P) => page.text(asked), brings = () => [] } = kind;
    const { decode = (answer: A, asked: P, root: R) => ownFacts(page.answered(answer, root), facts(asked)) } = kind;
    const whole = (thing: T, own: object): P => ({ ...page.refOf(thing), ...own }) as unknown as P;
    const unread = later(`the ${page.noun} is still being read`);
    const mayNot = (root: R, id: GlobalId) => {
      if (root.access.session.user === null) return gone('you are not signed in');
      const may = page.may(root, id, kind.right);
      return may === undefined ? unread : may ? null : gone('you may not change it any more');
    };

    /** RP-02.214: an edit is undone by another edit that restores the former value, as long as the field still has the value that the first one gave it. */
    const undo: Undo<P, { readonly back: P; readonly made: P }> = {
      plan(before: R & { readonly visible: ItemRecords }, made) {
        const thing = page.fieldsIn(before.visible, made.id);
        const back = thing && former(thing, made, before);
        if (thing === null || back === null) return null;
        return {
          name: `changed ${name(made)} ${page.called(before, made)}`,
          undoData: { back: whole(thing, back), made },
        };
      },
      obstacle(now: R & { readonly visible: ItemRecords }, { made }) {
        const thing = page.fieldsIn(now.visible, made.id);
        const item = get(now.visible.items, made.id);
        if (thing === null || facts(made).some((fact) => item?.[fact] === undefined)) return unread;
        // Applying it again must change nothing. Labels that it does not mention may have changed since.
        // mutant: undo-whatever-has-changed
        return (
          mayNot(now, made.id) ??
          (sameData({ ...thing, ...change(thing, made) }, thing) ? null : gone('it was changed meanwhile'))
        );
      },
      inverse: (_, { back }) => (creator as unknown as (asked: P) => Action)(back),
    };

    return define<P, Saved, P | G>(creator, {
      // mutant: sidebar-no-line
      scope: kind.scope ?? ((asked) => `${page.noun} ${asked.id} ${facts(asked).join()}`),
      invalidates: (asked) => [...recordKeys(asked.id, facts(asked)), ...page.also, ...(kind.also?.(asked) ?? [])],
      /** An edit that undoes another one comes complete; any other is worked out from what is shown. */
      accept(state: R, given: object, _id, place): P | null {
        if (complete in given) return given as P;
        const root = inPlace(state, place);
        const thing = page.shown(root, given);
        if (thing === null || mayNot(root, thing.id) !== null) return null;
        const asked = kind.asks(thing, given as never, root);
        return asked && whole(thing, asked);
      },
      apply(draft: Draft<ItemRecords>, asked) {
        const item = draft.get('items', asked.id);
        // WI-15.7: what was not read cannot be changed in part.
        if (item === undefined || facts(asked).some((fact) => item[fact] === undefined)) return;
        takeIn(
          draft,
          brings(asked).filter(({ id }) => draft.get('items', id) === undefined),
        );
        withFacts(draft, asked.id, asKnown(draft, change(page.fieldsOf(wholeIn(draft, item)), asked)));
      },
      request: kind.request ?? ((root: R, asked: P) => page.request(asked, input(asked, root) as In)),
      /** EP-18.42: only the edit's own field is taken from the answer: the others may be older than what is known. */
      decode,
      commit(draft: Draft<ItemRecords>, saved, asked) {
        takeIn(
          draft,
          brings(asked).filter(({ id }) => draft.get('items', id) === undefined),
        );
        withFacts(draft, asked.id, saved);
      },
      /** RP-02.8: the server's own words stand below the text. */
      error(asked, { messages }, root: R) {
        const told = text(asked, root);
        return told === null ? 'form' : alertAt(page.alerts(root, asked.id), told, words(messages));
      },
      forgets: (asked, action) => page.forgets(asked, action),
      undo,
    });
  };

// mutant: sidebar-takes-other-fields
const ownFacts = (saved: Saved | null, facts: readonly string[]): Saved | null => saved && picked(saved, facts);

const REFERENCES = Object.entries(ITEM.references) as readonly (readonly [
  keyof Things,
  Exclude<keyof ItemRecords, 'items'>,
])[];

/** A record with what it names, as far as that is known. */
function wholeIn(draft: Draft<ItemRecords>, item: WorkItem): ItemReading {
  const things: Partial<Record<keyof Things, unknown>> = {};
  for (const [name, table] of REFERENCES) {
    const named = item[name];
    if (named === undefined || named === null) continue;
    things[name] =
      typeof named === 'string'
        ? (draft.get(table, named) ?? null)
        : named.flatMap((id) => (draft.get(table, id) as object | undefined) ?? []);
  }
  return { ...item, ...things } as ItemReading;
}

/** RP-02.268: an edit brings the labels and people that it adds, for they may be known nowhere else by then; those that are known stay as they are known. */
function asKnown(draft: Draft<ItemRecords>, saved: Saved): Saved {
  const known = { ...saved } as Record<string, unknown>;
  for (const [name, table] of REFERENCES) {
    const now = <V extends Identified>(thing: V): unknown => draft.get(table, thing.id) ?? thing;
    const things = saved[name];
    if (things !== undefined && things !== null) known[name] = 'id' in things ? now(things) : things.map(now);
  }
  return known;
}
