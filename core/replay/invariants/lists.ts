import type { Stamped } from '../../store/index.ts';
import type { MoveIntent } from '../../tree/rules.ts';
import type { ChildOrder } from '../../tree/state.ts';
import type { WorkItem } from '../../work-item/entity.ts';
import type { Invariant } from './types.ts';
import { type Confirmed, type RootState, selectVisible } from '../../planner.ts';
import { entries, get } from '../../table/index.ts';
import { treeActions } from '../../tree/actions.ts';
import { treeReads } from '../../tree/reads.ts';
import { upwards } from './tree.ts';

/** What edits and reads do to lists of children, told a second time without the code of `core/tree` that places a child. */

const orderOf = (tree: Confirmed, parentId: string): ChildOrder | undefined => get(tree.orders, parentId);
const isClosed = (tree: Confirmed, id: string): boolean => get(tree.items, id)?.state === 'closed';
const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((id, index) => id === b[index]));

/** TR-14.20: before the one neighbour, else behind the other, else last; never among those of the other state. */
function landed(before: Confirmed, after: Confirmed, move: MoveIntent): boolean {
  const { childId, fromParentId, parentId } = move;
  const [was, now] = [orderOf(before, parentId), orderOf(after, parentId)];
  if (now === undefined) return true;
  const stood = was?.ids.indexOf(childId) ?? -1;
  const stands = now.ids.indexOf(childId);
  if (stands < 0) {
    // Somebody else took it away meanwhile, or it would come to stand below itself: then nothing moves.
    const stays = fromParentId === parentId;
    return stays ? stood < 0 : get(before.items, childId) === undefined || upwards(before, parentId).includes(childId);
  }
  const isOpen = fromParentId === parentId ? stood < (was?.open ?? 0) : !isClosed(before, childId);
  const others = now.ids.toSpliced(stands, 1);
  const openOthers = now.open - (isOpen ? 1 : 0);
  const [least, most] = isOpen ? [0, openOthers] : [openOthers, others.length];
  const ahead = move.before === null ? -1 : others.indexOf(move.before);
  const behind = move.after === null ? -1 : others.indexOf(move.after);
  const place = ahead >= 0 ? ahead : behind >= 0 ? behind + 1 : most;
  return stands === Math.min(Math.max(place, least), most);
}

/** Where a person put a child by what they did right before: its index in the list without it; null if that is unknown. */
function chosenIndex(tree: Confirmed, previous: Stamped | null, { childId, parentId }: MoveIntent): number | null {
  if (previous === null) return null;
  if (treeActions.dropped.match(previous)) return previous.payload.id === childId ? previous.payload.index : null;
  if (!treeActions.moveChosen.match(previous) || previous.payload.id !== childId) return null;
  const { to } = previous.payload;
  const { ids, open } = orderOf(tree, parentId) ?? { ids: [], open: 0 };
  const stood = ids.indexOf(childId);
  if (to === 'up') return stood - 1;
  if (to === 'down') return stood + 1;
  if (to === 'bottom') return stood < open ? open - 1 : ids.length - 1;
  return isClosed(tree, childId) ? open : 0;
}

function standsAsChosen(before: Confirmed, after: Confirmed, previous: Stamped | null, move: MoveIntent): boolean {
  const now = orderOf(after, move.parentId);
  const stands = now?.ids.indexOf(move.childId) ?? -1;
  const chosen = chosenIndex(before, previous, move);
  if (now === undefined || stands < 0 || chosen === null) return true;
  const [least, most] = stands < now.open ? [0, now.open - 1] : [now.open, now.ids.length - 1];
  return stands === Math.min(Math.max(chosen, least), most);
}

function placeText({ parentId, before, after }: MoveIntent): string {
  const place = before !== null ? `directly before ${before}` : after !== null ? `directly behind ${after}` : 'last';
  return `${place} under ${parentId}`;
}

/** The move that an action shows or confirms, and the trees before and after it that tell; null where it does neither. */
function moveOf(action: Stamped, from: RootState, to: RootState) {
  if (treeActions.childMoved.match(action)) {
    return { move: action.payload, before: selectVisible(from), after: selectVisible(to), shown: true };
  }
  const isKnown = from.pending.some(({ id }) => id === action.meta.resolves?.id);
  if (!treeActions.childMoved.committed.match(action) || !isKnown) return null;
  return { move: action.payload.asked, before: from.confirmed, after: to.confirmed, shown: false };
}

export const movesLandAsMeant: Invariant = {
  name: 'moves-land-as-meant',
  about:
    'A moved child stands where its person put it: directly before or behind the neighbour that the move names, as shown and as confirmed.',
  check(state, { action, before: from, previous }) {
    const made = action === null || from === null ? null : moveOf(action, from, state);
    if (made === null) return [];
    const { move, before, after, shown } = made;
    const faults: string[] = [];
    const words = shown ? 'As shown, ' : '';
    if (!landed(before, after, move)) {
      faults.push(`${words}${move.childId} was moved to stand ${placeText(move)}, but does not stand there.`);
    }
    if (shown && !standsAsChosen(before, after, previous, move)) {
      faults.push(`${words}${move.childId} does not stand where it was put under ${move.parentId}.`);
    }
    return faults;
  },
};

/** Lists that changed in more than the children that an action is about: others left, came, or changed places. */
function disturbed(before: Confirmed, after: Confirmed, concerned: ReadonlySet<string>): readonly string[] {
  if (before.orders === after.orders) return [];
  const others = (ids: readonly string[]): readonly string[] => ids.filter((id) => !concerned.has(id));
  return [...entries(after.orders)].flatMap(([parentId, now]) => {
    const was = orderOf(before, parentId);
    return was === undefined || was === now || sameList(others(was.ids), others(now.ids)) ? [] : [parentId];
  });
}

const byPosition = (a: Placed, b: Placed): number => {
  const [first, second] = [a.relativePosition ?? Infinity, b.relativePosition ?? Infinity];
  return first === second ? numberIn(a.id) - numberIn(b.id) : first - second;
};
const numberIn = (id: string): number => Number(/(\d+)$/.exec(id)?.[1] ?? 0);

type Placed = Pick<WorkItem, 'id' | 'state' | 'relativePosition'>;

/** The list as it was answered: open before closed, each by position. */
const asRead = (items: readonly Placed[]): readonly string[] =>
  [false, true]
    .flatMap((closed) => items.filter(({ state }) => (state === 'closed') === closed).sort(byPosition))
    .map(({ id }) => id);

/** Additions stand at the top of those of their state, in the order of the answer. */
function isOnTop(after: Confirmed, order: ChildOrder, items: readonly WorkItem[]): boolean {
  const ids = [...new Set(items.map(({ id }) => id))];
  const [opened, closed] = [false, true].map((wanted) => ids.filter((id) => isClosed(after, id) === wanted));
  const openTop = order.ids.slice(0, opened?.length);
  const closedTop = order.ids.slice(order.open, order.open + (closed?.length ?? 0));
  return sameList(openTop, opened ?? []) && sameList(closedTop, closed ?? []);
}

/** A work item puts what comes back to it at the end of those of its state. */
const isAtEnd = (after: Confirmed, { ids, open }: ChildOrder, items: readonly WorkItem[]): boolean =>
  items.every(({ id }) => (isClosed(after, id) ? ids.at(-1) : ids[open - 1]) === id);

interface Addition {
  readonly parentId: string;
  readonly items: readonly WorkItem[];
  readonly stands: typeof isOnTop;
  readonly at: 'top' | 'end';
}

/** What an answer adds to which parent. */
function additionOf(action: Stamped): Addition | null {
  const { formSubmitted, childRestored } = treeActions;
  if (!formSubmitted.committed.match(action) && !childRestored.committed.match(action)) return null;
  const { asked, answer: items } = action.payload;
  const { parentId } = asked;
  return 'kind' in asked && asked.kind === 'item'
    ? { parentId, items, stands: isAtEnd, at: 'end' }
    : { parentId, items, stands: isOnTop, at: 'top' };
}

function listFaults(action: Stamped, from: RootState, to: RootState): readonly string[] {
  const [before, after] = [from.confirmed, to.confirmed];
  const told = (what: string, concerned: readonly string[], trees = [before, after] as const): readonly string[] =>
    disturbed(...trees, new Set(concerned)).map((id) => `Others of the children of ${id} changed with ${what}.`);

  const made = moveOf(action, from, to);
  if (made !== null) {
    return told(`the move of ${made.move.childId}`, [made.move.childId], [made.before, made.after]);
  }
  if (treeActions.removeConfirmed.committed.match(action)) {
    const { id, parentId } = action.payload.asked;
    const isLeft = orderOf(after, parentId)?.ids.includes(id) === true;
    const left = isLeft ? [`${id} was removed from ${parentId}, but still stands there.`] : [];
    return [...left, ...told(`the removal of ${id}`, [id])];
  }
  const added = additionOf(action);
  if (added !== null) {
    const { parentId, items, stands, at } = added;
    const order = orderOf(after, parentId);
    const isWrong = order !== undefined && !stands(after, order, items);
    const wrong = isWrong ? [`What was added to ${parentId} does not stand at its ${at}.`] : [];
    const ids = items.map(({ id }) => id);
    return [...wrong, ...told(`an addition to ${parentId}`, ids)];
  }
  if (!treeReads.children.received.match(action)) return [];
  const { parentId, items } = action.payload.data;
  const isFurther = action.payload.cursor !== null;
  const now = orderOf(after, parentId)?.ids ?? [];
  // A parent that was closed or opened meanwhile changes its own place as well (TR-05.28), and a list that is read again loses what is gone.
  const gone = isFurther ? [] : (orderOf(before, parentId)?.ids ?? []);
  const faults = told(`a reading of ${parentId}`, [...items.map(({ id }) => id), ...gone, parentId]);
  // Who was closed or opened after the read began stands among those of the state that is known (RP-02.264, TR-05.28).
  const isAsRead = ({ id, state }: Placed): boolean => get(after.items, id)?.state === state;
  const others = new Set(items.filter((item) => !isAsRead(item)).map(({ id }) => id));
  const isTaken = isFurther
    ? items.every(({ id }) => now.includes(id))
    : now.length === items.length &&
      sameList(
        now.filter((id) => !others.has(id)),
        asRead(items.filter(isAsRead)),
      );
  return isTaken ? faults : [...faults, `The children of ${parentId} do not stand as they were read.`];
}

export const listsChangeAsSaid: Invariant = {
  name: 'lists-change-as-said',
  about:
    'A list of children changes only by what an action says: additions come to its top, a removal takes one child, a reading brings its order, and all others keep theirs.',
  check: (state, { action, before }) => (action === null || before === null ? [] : listFaults(action, before, state)),
};

export const refusalsChangeNothing: Invariant = {
  name: 'refusals-change-nothing',
  about: 'What is refused leaves everything as it is that is confirmed.',
  check({ confirmed }, { action, before }) {
    if (action?.meta.resolves?.as !== 'refused' || before === null || before.confirmed === confirmed) return [];
    const names = Object.keys(confirmed) as (keyof typeof confirmed)[];
    return names.flatMap((name) =>
      before.confirmed[name] === confirmed[name] ? [] : [`What was refused changed confirmed.${name}.`],
    );
  },
};
