import type { MoveIntent } from '@espalier/core';
import type { Stamped } from '@espalier/core/store';
import type { ItemReading } from '@espalier/core/work-item';
import type { Reading } from '../core/reading.ts';
import type { Replayer, Start } from './world.ts';
import { List, Map as ImmutableMap, OrderedMap, Record as ImmutableRecord, Set as ImmutableSet } from 'immutable';
import { between, line, rest, shifted } from './world.ts';

interface Fields {
  readonly items: ImmutableMap<string, ItemReading>;
  readonly lists: ImmutableMap<string, List<string>>;
  readonly parents: ImmutableMap<string, string>;
  readonly expanded: ImmutableMap<string, boolean>;
  readonly removing: ImmutableSet<string>;
  readonly pending: OrderedMap<string, { readonly move: MoveIntent; readonly sent: boolean }>;
  readonly notices: OrderedMap<string, string>;
  readonly labelsShown: boolean;
}

const State = ImmutableRecord<Fields>({
  items: ImmutableMap(),
  lists: ImmutableMap(),
  parents: ImmutableMap(),
  expanded: ImmutableMap(),
  removing: ImmutableSet(),
  pending: OrderedMap(),
  notices: OrderedMap(),
  labelsShown: true,
});
type State = ReturnType<typeof State>;

function initial(start: Start): State {
  const children = [...start.children];
  return State({
    items: ImmutableMap(start.epics.concat(children.flatMap(([, items]) => items)).map((item) => [item.id, item])),
    lists: ImmutableMap(children.map(([id, items]) => [id, List(items.map((item) => item.id))])),
    parents: ImmutableMap(children.flatMap(([id, items]) => items.map((item) => [item.id, id] as const))),
    expanded: ImmutableMap(start.epics.map(({ id }) => [id, true])),
  });
}

const roll = (state: State, parentId: string, id: string, sign: 1 | -1): State => {
  const item = state.items.get(id)!;
  return state.update('items', (items) =>
    items.update(parentId, (epic) => ({ ...epic!, ...shifted(epic!, item, sign) })),
  );
};

const leave = (state: State, id: string, parentId: string): State =>
  roll(state, parentId, id, -1).update('lists', (lists) =>
    lists.update(parentId, (list) => list!.delete(list!.indexOf(id))),
  );

const enter = (state: State, id: string, parentId: string, before: string | null): State =>
  roll(state, parentId, id, 1)
    .update('lists', (lists) =>
      lists.update(parentId, (list) => list!.insert(before === null ? 0 : list!.indexOf(before), id)),
    )
    .update('parents', (parents) => parents.set(id, parentId));

function moved(state: State, { childId, fromParentId, parentId, before }: MoveIntent): State {
  const next =
    fromParentId === parentId
      ? state.update('lists', (lists) =>
          lists.update(parentId, (list) => {
            const without = list!.delete(list!.indexOf(childId));
            return without.insert(without.indexOf(before!), childId);
          }),
        )
      : enter(leave(state, childId, fromParentId), childId, parentId, before);
  const list = next.lists.get(parentId)!;
  const at = list.indexOf(childId);
  const position = (index: number) => (index < 0 ? null : next.items.get(list.get(index) ?? '')?.relativePosition);
  return next.update('items', (items) =>
    items.update(childId, (item) => ({ ...item!, relativePosition: between(position(at - 1), position(at + 1)) })),
  );
}

function read(state: State, { parent, items }: Reading['data']): State {
  return state.update('items', (all) =>
    all.withMutations((map) => {
      map.update(parent!.id, (epic) => ({ ...epic!, ...parent! }));
      for (const item of items) map.set(item.id, item);
    }),
  );
}

function reduce(state: State, { type, payload, meta }: Stamped): State {
  switch (type) {
    case 'tree/itemToggled':
      return state.update('expanded', (expanded) =>
        expanded.update((payload as { id: string }).id, (is) => is !== true),
      );
    case 'tree/childMoved':
      return state.update('pending', (pending) => pending.set(meta.id!, { move: payload as MoveIntent, sent: false }));
    case 'mutation/sent':
      return state.update('pending', (pending) =>
        pending.update((payload as { id: string }).id, (intent) => ({ ...intent!, sent: true })),
      );
    case 'tree/childMoved/committed':
      return moved(
        state.update('pending', (pending) => pending.delete(meta.resolves!.id)),
        (payload as { asked: MoveIntent }).asked,
      );
    case 'tree/removeConfirmed':
      return state.update('removing', (removing) => removing.add((payload as { id: string }).id));
    case 'tree/removeConfirmed/committed': {
      const { id, parentId } = (payload as { asked: { id: string; parentId: string } }).asked;
      return leave(state, id, parentId)
        .update('removing', (removing) => removing.delete(id))
        .update('parents', (parents) => parents.delete(id));
    }
    case 'tree/childRestored/committed': {
      const { asked, answer } = payload as { asked: { parentId: string }; answer: readonly ItemReading[] };
      return answer.reduce(
        (next, item) =>
          enter(
            next.update('items', (all) => all.set(item.id, item)),
            item.id,
            asked.parentId,
            null,
          ),
        state,
      );
    }
    case 'tree/children/received':
      return read(state, (payload as Reading).data);
    case 'tree/labelsToggled':
      return state.set('labelsShown', !state.labelsShown);
    case 'notice/raised':
      return state.update('notices', (notices) => notices.set(meta.id!, (payload as { text: string }).text));
    case 'notice/dismissed':
      return state.update('notices', (notices) => notices.delete((payload as { id: string }).id));
    default:
      throw new Error(`An action of another kind: ${type}`);
  }
}

/** Maps and Lists of Immutable.js around plain items. */
export const immutable: Replayer = {
  name: 'Immutable.js',
  make(start) {
    let state = initial(start);
    return {
      replay: (actions) => void (state = actions.reduce(reduce, state)),
      shown: () => [
        ...start.epics.map(({ id }) =>
          line(
            state.items.get(id)!,
            state.expanded.get(id)!,
            [...state.lists.get(id)!].map((child) => state.items.get(child)!),
          ),
        ),
        rest(state.labelsShown, [...state.notices.values()], state.pending.size),
      ],
    };
  },
};
