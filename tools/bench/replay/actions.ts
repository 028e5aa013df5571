import type { MoveIntent } from '@espalier/core';
import type { Action, Stamped } from '@espalier/core/store';
import type { Start } from './world.ts';
import { noticeActions, treeActions } from '@espalier/core';
import { withMeta } from '@espalier/core/store';
import { mutationEvents } from '@espalier/core/mutation';
import { reading } from '../core/reading.ts';
import { pick, randomInt, seededRandom } from '@espalier/core/testing';
import { Floor } from './floor.ts';

/** How often each thing happens, of 17. A move, to another place or to another parent, is three actions, a removal with its return four. */
const DEEDS = [
  ...Array.from({ length: 4 }, () => 'reorder' as const),
  ...Array.from({ length: 2 }, () => 'moveAcross' as const),
  ...Array.from({ length: 3 }, () => 'readAgain' as const),
  ...Array.from({ length: 4 }, () => 'toggle' as const),
  ...Array.from({ length: 2 }, () => 'removeAndAdd' as const),
  'labels' as const,
  'alert' as const,
];

const answered = (action: Action, id: string): Action => withMeta(action, { resolves: { id, as: 'committed' } });

/** Actions as a log holds them: a session that moves, removes and adds children, unfolds, and reads lists again in which one title changed. */
export function mixedActions(start: Start, count: number): Stamped[] {
  const random = seededRandom(count);
  const floor = new Floor(start);
  const epics = start.epics.map(({ id }) => id);
  const actions: Stamped[] = [];
  let ids = 0;
  const put = ({ meta, ...rest }: Action): void => {
    const action = JSON.parse(JSON.stringify({ ...rest, meta: { origin: 'user', at: 0, ...meta } })) as Stamped;
    floor.apply(action);
    actions.push(action);
  };
  const openOf = (parentId: string): string[] =>
    floor.lists.get(parentId)!.filter((id) => floor.items.get(id)!.state === 'opened');
  /** A parent with at least so many open children. */
  const parentWith = (least: number): string => {
    for (;;) {
      const id = pick(random, epics);
      if (openOf(id).length >= least) return id;
    }
  };
  const move = (fromParentId: string, parentId: string): void => {
    const childId = pick(random, openOf(fromParentId));
    const before = pick(
      random,
      openOf(parentId).filter((id) => id !== childId),
    );
    const intentId = `intent-${(ids += 1)}`;
    const asked: MoveIntent = { childId, fromParentId, parentId, before, after: null };
    put(withMeta(treeActions.childMoved(asked), { id: intentId }));
    put(mutationEvents.sent({ id: intentId }));
    const { committed } = treeActions.childMoved;
    put(answered(committed({ id: intentId, asked: { ...asked, rootId: start.epics[0]!.id }, answer: true }), intentId));
  };
  const deeds = {
    reorder: () => {
      const id = parentWith(2);
      move(id, id);
    },
    moveAcross: () => {
      const [from, to] = [parentWith(2), parentWith(1)];
      if (from !== to) move(from, to);
    },
    readAgain: () => {
      const parentId = parentWith(1);
      const items = floor.lists.get(parentId)!.map((id) => floor.items.get(id)!);
      const changed = randomInt(random, 0, items.length);
      const renamed = items.map((item, at) => (at === changed ? { ...item, title: `Renamed ${(ids += 1)}` } : item));
      put(reading(start.epics[0]!.id, { parentId, parent: floor.items.get(parentId)!, items: renamed }));
    },
    toggle: () => put(treeActions.itemToggled({ id: pick(random, epics) })),
    removeAndAdd: () => {
      const parentId = parentWith(2);
      const id = pick(random, openOf(parentId));
      const removal = `removal-${(ids += 1)}`;
      const { removeConfirmed, childRestored } = treeActions;
      const asked = { id, parentId, kind: 'issue' as const };
      put(withMeta(removeConfirmed({ id, parentId }), { id: removal }));
      put(
        answered(
          removeConfirmed.committed({ id: removal, asked: { ...asked, relationPath: null }, answer: true }),
          removal,
        ),
      );
      const first = floor.items.get(openOf(parentId)[0]!)!;
      const relativePosition = (first.relativePosition ?? 0) - 513;
      const restoral = `restoral-${(ids += 1)}`;
      const back = { ...asked, reference: '', before: null, after: null };
      put(withMeta(childRestored(back), { id: restoral }));
      // These items name nothing: no people, no labels, no milestone.
      const answer = [{ ...floor.items.get(id)!, relativePosition }] as never[];
      put(answered(childRestored.committed({ id: restoral, asked: back, answer }), restoral));
    },
    labels: () => put(treeActions.labelsToggled()),
    alert: () => {
      const id = `notice-${(ids += 1)}`;
      put(withMeta(noticeActions.raised({ kind: 'danger', text: `Alert ${ids}` }), { id }));
      put(noticeActions.dismissed({ id }));
    },
  };
  while (actions.length < count) deeds[pick(random, DEEDS)]();
  return actions.slice(0, count);
}
