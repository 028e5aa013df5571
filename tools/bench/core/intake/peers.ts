import { gql } from '@apollo/client';
import { InMemoryCache } from '@apollo/client/cache';
import { configureStore, createEntityAdapter, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { createCollection } from '@tanstack/db';
import { normalize, schema } from 'normalizr';
import { EpicChildrenOperation, type EpicChildrenQuery } from '@espalier/core/api';
import type { Shown } from '../data.ts';
import type { Intake, IssueNode } from './intake.ts';
import { GROUP, PAGE_SIZE } from '../data.ts';
import { epicOf, inShownOrder, issuesOf } from './intake.ts';

const QUERY = gql(EpicChildrenOperation.text);

/** The documented way to page: a merge function that appends to the list of the field. */
const appended = {
  keyArgs: false as const,
  merge: (existing: { nodes: unknown[] } | undefined, incoming: { nodes: unknown[] }) => ({
    ...incoming,
    nodes: [...(existing?.nodes ?? []), ...incoming.nodes],
  }),
};

export const apollo: Intake = {
  name: 'Apollo InMemoryCache',
  typenames: true,
  make() {
    const cache = new InMemoryCache({ typePolicies: { Epic: { fields: { issues: appended, children: appended } } } });
    const variablesOf = (iid: string, after: string | null) => ({
      ...{ fullPath: GROUP, iid, pageSize: PAGE_SIZE, issueEndCursor: after },
      ...{ epicEndCursor: null, withEpics: false, withIssues: true },
    });
    const iids = new Set<string>();
    return {
      take({ iid, after, answer }) {
        iids.add(iid);
        cache.writeQuery({ query: QUERY, variables: variablesOf(iid, after), data: answer });
      },
      shown() {
        const shown = new Map<string, { id: string; title: string }[]>();
        for (const iid of iids) {
          const answer = cache.readQuery<EpicChildrenQuery>({ query: QUERY, variables: variablesOf(iid, null) });
          const epic = answer!.group!.epic!;
          shown.set(epic.id, inShownOrder(epic.issues!.nodes as readonly IssueNode[]));
        }
        return shown;
      },
    };
  },
};

export const tanstack: Intake = {
  name: 'TanStack DB',
  make() {
    type Row = IssueNode & { readonly parentId: string };
    let write: (rows: readonly Row[]) => void = () => undefined;
    const collection = createCollection<Row, string>({
      getKey: ({ id }) => id!,
      startSync: true,
      sync: {
        rowUpdateMode: 'full',
        sync: (sync) => {
          write = (rows) => {
            sync.begin();
            for (const value of rows) sync.write({ type: 'insert', value });
            sync.commit();
          };
          sync.markReady();
        },
      },
    });
    return {
      take(page) {
        const parentId = epicOf(page).id;
        write(issuesOf(page).map((node) => ({ ...node, parentId })));
      },
      // The collection keeps its rows by key; a view sorts them.
      shown: () => grouped(collection.toArray.sort((a, b) => a.relativePosition! - b.relativePosition!)),
    };
  },
};

/** By parent, in the order given. */
function grouped(rows: readonly (IssueNode & { readonly parentId: string })[]): Shown {
  const byParent = new Map<string, IssueNode[]>();
  for (const row of rows) {
    const list = byParent.get(row.parentId);
    if (list === undefined) byParent.set(row.parentId, [row]);
    else list.push(row);
  }
  return new Map([...byParent].map(([id, list]) => [id, inShownOrder(list)]));
}

interface TakenPage {
  readonly parentId: string;
  readonly nodes: readonly IssueNode[];
}

export const rtk: Intake = {
  name: 'RTK createEntityAdapter',
  make() {
    const adapter = createEntityAdapter<IssueNode, string>({ selectId: ({ id }) => id! });
    const slice = createSlice({
      name: 'tree',
      initialState: { items: adapter.getInitialState(), children: {} as Record<string, string[]> },
      reducers: {
        pageRead(state, { payload }: PayloadAction<TakenPage>) {
          // The adapter's types want mutable records; it does not change them.
          adapter.upsertMany(state.items as ReturnType<typeof adapter.getInitialState>, payload.nodes);
          (state.children[payload.parentId] ??= []).push(...payload.nodes.map(({ id }) => id!));
        },
      },
    });
    const store = configureStore({
      reducer: slice.reducer,
      middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }),
      devTools: false,
    });
    return {
      take: (page) => void store.dispatch(slice.actions.pageRead({ parentId: epicOf(page).id, nodes: issuesOf(page) })),
      shown() {
        const { items, children } = store.getState();
        return new Map(
          Object.entries(children).map(([id, ids]) => [
            id,
            inShownOrder(ids.map((child) => items.entities[child] as IssueNode)),
          ]),
        );
      },
    };
  },
};

const label = new schema.Entity('labels');
const person = new schema.Entity('people');
const milestone = new schema.Entity('milestones');
const issue = new schema.Entity('issues', {
  labels: { nodes: [label] },
  assignees: { nodes: [person] },
  milestone,
});
const epic = new schema.Entity('epics', { issues: { nodes: [issue] } });

export const normalizr: Intake = {
  name: 'normalizr, merged into plain objects',
  make() {
    const tables: Record<string, Record<string, unknown>> = {};
    const children = new Map<string, string[]>();
    return {
      take(page) {
        const { result, entities } = normalize(epicOf(page), epic) as {
          readonly result: string;
          readonly entities: Record<string, Record<string, unknown>>;
        };
        const read = (entities.epics![result] as { readonly issues: { readonly nodes: readonly string[] } }).issues
          .nodes;
        for (const [name, table] of Object.entries(entities)) Object.assign((tables[name] ??= {}), table);
        const list = children.get(result);
        if (list === undefined) children.set(result, [...read]);
        else list.push(...read);
      },
      shown: () =>
        new Map(
          [...children].map(([id, ids]) => [id, inShownOrder(ids.map((child) => tables.issues![child] as IssueNode))]),
        ),
    };
  },
};
