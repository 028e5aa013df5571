import type { MoveIntent } from '@espalier/core';
import type { Stamped } from '@espalier/core/store';
import type { ItemReading } from '@espalier/core/work-item';
import type { Reading } from '../core/reading.ts';
import type { Reducer, UnknownAction } from '@reduxjs/toolkit';
import type { Replayer, Replaying, Start } from './world.ts';
import { instrument } from '@redux-devtools/instrument';
import { combineReducers, createAction, createEntityAdapter, createSlice, legacy_createStore } from '@reduxjs/toolkit';
import { between, line, rest, shifted } from './world.ts';

/** A node of the tree with its children's ids and its flags in it, as the documentation of Redux normalises a tree. */
interface Node extends ItemReading {
  readonly childIds: readonly string[];
  readonly parentId: string | null;
  readonly expanded: boolean;
  readonly removing: boolean;
}

type Draft<T> = { -readonly [K in keyof T]: T[K] };
type DraftNode = Draft<Omit<Node, 'childIds'>> & { childIds: string[] };

const adapter = createEntityAdapter<Node>();

const on = {
  toggled: createAction<{ id: string }>('tree/itemToggled'),
  asked: createAction('tree/childMoved', (move: MoveIntent, id: string) => ({ payload: move, meta: { id } })),
  sent: createAction<{ id: string }>('mutation/sent'),
  moved: createAction<{ id: string; asked: MoveIntent }>('tree/childMoved/committed'),
  removalAsked: createAction<{ id: string }>('tree/removeConfirmed'),
  removed: createAction<{ asked: { id: string; parentId: string } }>('tree/removeConfirmed/committed'),
  added: createAction<{ asked: { parentId: string }; answer: readonly ItemReading[] }>('tree/childRestored/committed'),
  read: createAction<Reading>('tree/children/received'),
  labels: createAction('tree/labelsToggled'),
  raised: createAction('notice/raised', (draft: { text: string }, id: string) => ({ payload: draft, meta: { id } })),
  dismissed: createAction<{ id: string }>('notice/dismissed'),
};

const FRESH = { childIds: [], parentId: null, expanded: false, removing: false };

type Entities = Record<string, DraftNode>;

function leave(entities: Entities, id: string, parentId: string): void {
  const parent = entities[parentId]!;
  parent.childIds.splice(parent.childIds.indexOf(id), 1);
  Object.assign(parent, shifted(parent, entities[id]!, -1));
}

function enter(entities: Entities, id: string, parentId: string, before: string | null): void {
  const parent = entities[parentId]!;
  parent.childIds.splice(before === null ? 0 : parent.childIds.indexOf(before), 0, id);
  entities[id]!.parentId = parentId;
  Object.assign(parent, shifted(parent, entities[id]!, 1));
}

function move(entities: Entities, { childId, fromParentId, parentId, before }: MoveIntent): void {
  const { childIds } = entities[parentId]!;
  if (fromParentId === parentId) {
    childIds.splice(childIds.indexOf(childId), 1);
    childIds.splice(childIds.indexOf(before!), 0, childId);
  } else {
    leave(entities, childId, fromParentId);
    enter(entities, childId, parentId, before);
  }
  const at = childIds.indexOf(childId);
  const position = (index: number) => entities[childIds[index] ?? '']?.relativePosition;
  entities[childId]!.relativePosition = between(position(at - 1), position(at + 1));
}

const nodes = createSlice({
  name: 'nodes',
  initialState: adapter.getInitialState(),
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(on.toggled, (state, { payload: { id } }) => {
        const node = state.entities[id]!;
        node.expanded = !node.expanded;
      })
      .addCase(on.moved, ({ entities }, { payload }) => move(entities as Entities, payload.asked))
      .addCase(on.removalAsked, (state, { payload: { id } }) => {
        state.entities[id]!.removing = true;
      })
      .addCase(
        on.removed,
        (
          { entities },
          {
            payload: {
              asked: { id, parentId },
            },
          },
        ) => {
          leave(entities as Entities, id, parentId);
          entities[id]!.removing = false;
          entities[id]!.parentId = null;
        },
      )
      .addCase(on.added, (state, { payload: { asked, answer } }) => {
        for (const item of answer) {
          adapter.setOne(state as never, { ...FRESH, ...item });
          enter(state.entities as Entities, item.id, asked.parentId, null);
        }
      })
      .addCase(
        on.read,
        (
          state,
          {
            payload: {
              data: { parent, items },
            },
          },
        ) => {
          adapter.upsertMany(state as never, [parent!, ...items] as never);
        },
      ),
});

const pending = createSlice({
  name: 'pending',
  initialState: [] as { readonly id: string; readonly move: MoveIntent; sent: boolean }[],
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(on.asked, (state, { payload, meta }) => void state.push({ id: meta.id, move: payload, sent: false }))
      .addCase(on.sent, (state, { payload: { id: intentId } }) => {
        state.find(({ id }) => id === intentId)!.sent = true;
      })
      .addCase(on.moved, (state, { payload: { id: moved } }) => state.filter(({ id }) => id !== moved)),
});

const ui = createSlice({
  name: 'ui',
  initialState: { labelsShown: true, notices: [] as { readonly id: string; readonly text: string }[] },
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(on.labels, (state) => {
        state.labelsShown = !state.labelsShown;
      })
      .addCase(on.raised, (state, { payload, meta }) => void state.notices.push({ id: meta.id, text: payload.text }))
      .addCase(on.dismissed, (state, { payload }) => {
        state.notices = state.notices.filter(({ id }) => id !== payload.id);
      }),
});

const reducer = combineReducers({ nodes: nodes.reducer, pending: pending.reducer, ui: ui.reducer });
type State = ReturnType<typeof reducer>;

const starts = new WeakMap<Start, State>();

function startState(start: Start): State {
  const known = starts.get(start);
  if (known !== undefined) return known;
  const all: Node[] = start.epics.flatMap((epic) => {
    const children = start.children.get(epic.id)!;
    return [
      { ...FRESH, ...epic, expanded: true, childIds: children.map(({ id }) => id) },
      ...children.map((item) => ({ ...FRESH, ...item, parentId: epic.id })),
    ];
  });
  const empty = reducer(undefined, { type: '@@start' });
  const state = { ...empty, nodes: adapter.setAll(empty.nodes, all) };
  starts.set(start, state);
  return state;
}

function shownIn({ nodes: { entities }, pending: open, ui: { labelsShown, notices } }: State, start: Start) {
  const lines = start.epics.map(({ id }) => {
    const epic = entities[id]!;
    const children = epic.childIds.map((child) => entities[child]!);
    return line(epic, epic.expanded, children);
  });
  const texts = notices.map(({ text }) => text);
  return [...lines, rest(labelsShown, texts, open.length)];
}

export const rtk: Replayer = {
  name: 'RTK slices, createEntityAdapter',
  make(start): Replaying {
    let state = startState(start);
    return {
      replay: (actions: readonly Stamped[]) =>
        void (state = actions.reduce((now, action) => reducer(now, action as unknown as UnknownAction), state)),
      shown: () => shownIn(state, start),
    };
  },
};

/** Every action dispatched to a store that Redux DevTools' instrument watches, with no limit of its history. */
export const devTools: Replayer = {
  name: 'Redux DevTools’ instrument over those slices',
  make(start): Replaying {
    const store = legacy_createStore(reducer as Reducer<State>, startState(start) as never, instrument() as never);
    return {
      replay: (actions: readonly Stamped[]) => {
        for (const action of actions) store.dispatch(action as unknown as UnknownAction);
      },
      shown: () => shownIn(store.getState(), start),
    };
  },
};
