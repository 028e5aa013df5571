import type { TreeOpening, TreeRoot } from '@espalier/core/tree';
import type { ItemRow } from './server/index.ts';
import type { Front } from './front.ts';
import type { Operation } from './operation.ts';
import type { Picks } from './picks.ts';
import type { Stage } from './stage.ts';
import {
  selectCanDrag,
  selectDropPlace,
  selectMoveTargets,
  selectTreeRows,
  selectTreeStatus,
  selectVisible,
} from '@espalier/core';
import { get } from '@espalier/core/table';
import { treeActions } from '@espalier/core/tree';
import { itemName } from './server/index.ts';

type ItemRowOf = Extract<ReturnType<typeof selectTreeRows>[number], { kind: 'item' }>;

const rowsOf = ({ state }: Front): readonly ItemRowOf[] =>
  selectTreeRows(state).flatMap((row) => (row.kind === 'item' ? [row] : []));

/** The parents whose children are shown, the root first. */
export function parentsOf(client: Front): readonly string[] {
  const rootId = client.state.tree.root?.id ?? null;
  if (rootId === null) return [];
  return [rootId, ...rowsOf(client).flatMap((row) => (row.expanded ? [row.id] : []))];
}

/** What was unfolded before, and is not now. */
export function foldedOf(client: Front): readonly string[] {
  if (selectTreeStatus(client.state) !== 'ready') return [];
  return rowsOf(client).flatMap((row) =>
    row.expandable && get(client.state.tree.expansion, row.id) === 'collapsed' ? [row.id] : [],
  );
}

const isEpic = (client: Front, id: string): boolean => get(selectVisible(client.state).items, id)?.type === 'epic';

/** The page of an epic, as its person comes upon it. */
export function epicOpening({ world }: Stage['backend']['model'], epic: ItemRow, username: string): TreeOpening {
  const group = world.group(epic.groupId);
  const endpoint = `/groups/${group.fullPath}/-/epics/${epic.iid}`;
  return {
    root: {
      kind: 'epic',
      id: `gid://gitlab/Epic/${epic.id}`,
      iid: String(epic.iid),
      fullPath: group.fullPath,
      groupId: `gid://gitlab/Group/${group.id}`,
      groupName: group.name,
    },
    config: {
      epicsEndpoint: `${endpoint}/links`,
      issuesEndpoint: `${endpoint}/issues`,
      projectsEndpoint: `/api/v4/groups/${group.id}/projects`,
      userSignedIn: true,
      username,
    },
  };
}

/** The tree of an item of a project, the same way. */
export function itemOpening({ world }: Stage['backend']['model'], item: ItemRow, username: string): TreeOpening {
  return {
    root: {
      kind: 'workItem',
      id: `gid://gitlab/Issue/${item.id}`,
      iid: String(item.iid),
      fullPath: world.project(item.projectId ?? 0).fullPath,
      type: item.type,
      confidential: item.confidential,
    },
    config: { userSignedIn: true, username, allowIterations: false },
  };
}

function openTree(client: Front, picks: Picks, sim: Stage): boolean {
  const { model } = sim.backend;
  const items = [...model.world.items.values()];
  const wantsItem = picks.once(8);
  const withChildren = new Set([...model.world.links.values()].map(({ parentId }) => parentId));
  const fits = ({ type, id, projectId }: ItemRow): boolean =>
    wantsItem ? type === 'issue' && projectId !== null : type === 'epic' && (withChildren.has(id) || picks.once(6));
  const item = picks.of(items.filter(fits)) ?? picks.of(items.filter(({ type }) => type === 'epic'));
  if (item === undefined) return false;
  client.open(
    item.type === 'epic' ? epicOpening(model, item, client.username) : itemOpening(model, item, client.username),
  );
  return true;
}

function move(client: Front, picks: Picks): boolean {
  const row = picks.of(rowsOf(client).filter(({ id }) => selectCanDrag(client.state, id)));
  if (row === undefined) return false;
  const targets = selectMoveTargets(client.state, row.id);
  const places = (['up', 'down', 'top', 'bottom'] as const).filter((to) => targets[to]);
  const to = picks.of(places);
  if (to === undefined) return false;
  client.do(treeActions.moveChosen({ id: row.id, parentId: row.parentId, to }));
  return true;
}

function moveElsewhere(client: Front, picks: Picks): boolean {
  const row = picks.of(rowsOf(client).filter(({ id }) => selectCanDrag(client.state, id)));
  const parent = row === undefined ? undefined : picks.of(selectMoveTargets(client.state, row.id).parents);
  if (row === undefined || parent === undefined) return false;
  client.do(treeActions.moveChosen({ id: row.id, parentId: row.parentId, to: { parentId: parent.id } }));
  return true;
}

function drag(client: Front, picks: Picks, sim: Stage): boolean {
  const row = picks.of(rowsOf(client).filter(({ id }) => selectCanDrag(client.state, id)));
  if (row === undefined) return false;
  client.do(treeActions.dragStarted({ id: row.id, parentId: row.parentId }));
  const rows = selectTreeRows(client.state);
  const over = picks.of(rowsOf(client));
  if (over !== undefined) client.do(treeActions.dragMoved({ overId: over.id, x: 1, y: picks.number(9) }));
  const place = selectDropPlace(client.state, { toIndex: picks.number(rows.length), depthChange: picks.number(5) - 2 });
  const finish = (): void => {
    if (client.state.tree.drag?.id !== row.id) return;
    const parentId = get(selectVisible(client.state).parents, row.id);
    if (place === null || parentId === undefined) client.do(treeActions.dragCancelled());
    else {
      const { parentId: toParentId, index } = place;
      client.do(treeActions.dropped({ id: row.id, fromParentId: parentId, toParentId, index }));
    }
  };
  if (picks.once(3)) sim.clock.after(picks.number(3000), finish);
  else finish();
  return true;
}

/** A drop that no screen offers, but that a stale one may ask for: the server is there to refuse. */
function strayDrop(client: Front, picks: Picks): boolean {
  const row = picks.of(rowsOf(client));
  const target = picks.of([...parentsOf(client), ...rowsOf(client).map(({ id }) => id)]);
  if (row === undefined || target === undefined) return false;
  const count = get(selectVisible(client.state).orders, target)?.ids.length ?? 0;
  const index = picks.number(count + 1);
  client.do(treeActions.dropped({ id: row.id, fromParentId: row.parentId, toParentId: target, index }));
  return true;
}

function add(client: Front, picks: Picks, sim: Stage): boolean {
  const { world } = sim.backend.model;
  const parentId = picks.of(parentsOf(client).filter((id) => isEpic(client, id)));
  if (parentId === undefined) return false;
  const form = picks.once(2) ? ('addEpic' as const) : ('addIssue' as const);
  const items = [...world.items.values()].filter(({ type }) => (type === 'epic') === (form === 'addEpic'));
  const count = 1 + picks.number(3);
  const words = Array.from({ length: count }, () => picks.of(items)).flatMap((item) =>
    item === undefined ? [] : [itemName(world, item.id)],
  );
  if (words.length === 0) return false;
  const text = words.join(' ');
  client.do(treeActions.formOpened({ form, parentId }), treeActions.referencesTyped({ text, caret: text.length }));
  client.do(treeActions.formSubmitted());
  return true;
}

function create(client: Front, picks: Picks, sim: Stage): boolean {
  const parentId = picks.of(parentsOf(client).filter((id) => isEpic(client, id)));
  if (parentId === undefined) return false;
  const form = picks.once(2) ? ('createEpic' as const) : ('createIssue' as const);
  client.do(treeActions.formOpened({ form, parentId }));
  client.do(treeActions.titleTyped({ title: `${form} ${sim.nextTitle()}` }));
  if (form === 'createIssue') {
    const project = picks.of([...sim.backend.model.world.projects.values()]);
    if (project === undefined) return false;
    const { name, fullPath } = project;
    const chosen = { id: `gid://gitlab/Project/${project.id}`, name, nameWithNamespace: name, fullPath };
    client.do(treeActions.projectChosen({ project: chosen }));
  }
  client.do(treeActions.formSubmitted());
  return true;
}

const childTypeOf = (root: TreeRoot | null) => (root?.type === 'objective' ? 'key_result' : 'task');

function createTask(client: Front, picks: Picks, sim: Stage): boolean {
  const { root } = client.state.tree;
  if (root?.kind !== 'workItem' || root.id === null) return false;
  client.do(treeActions.formOpened({ form: 'createWorkItem', parentId: root.id, childType: childTypeOf(root) }));
  client.do(treeActions.titleTyped({ title: `task ${sim.nextTitle()}` }));
  if (picks.once(4)) client.do(treeActions.confidentialToggled());
  client.do(treeActions.formSubmitted());
  return true;
}

function addTask(client: Front, picks: Picks, sim: Stage): boolean {
  const { root } = client.state.tree;
  const { world } = sim.backend.model;
  const childType = childTypeOf(root);
  const task = picks.of([...world.items.values()].filter(({ type }) => type === childType));
  if (root?.kind !== 'workItem' || root.id === null || task === undefined) return false;
  const { id, title, state } = task;
  const candidate = { id: `gid://gitlab/Issue/${id}`, title, state, reference: itemName(world, id) };
  client.do(treeActions.formOpened({ form: 'addWorkItem', parentId: root.id, childType }));
  client.do(treeActions.candidatesSearched({ search: picks.once(2) ? 'task' : '' }));
  client.do(treeActions.candidateToggled({ candidate }), treeActions.formSubmitted());
  return true;
}

function remove(client: Front, picks: Picks): boolean {
  const row = picks.of(rowsOf(client));
  if (row === undefined) return false;
  client.do(treeActions.removeAsked({ id: row.id, parentId: row.parentId }), treeActions.removeConfirmed());
  return true;
}

function nextPage(client: Front, picks: Picks): boolean {
  const marker = picks.of(selectTreeRows(client.state).filter(({ kind }) => kind === 'more'));
  if (marker === undefined) return false;
  client.do(treeActions.nextPageAsked({ parentId: marker.parentId }));
  if (picks.once(4)) client.do(treeActions.nextPageAsked({ parentId: marker.parentId }));
  return true;
}

function toggle(client: Front, picks: Picks): boolean {
  const rows = rowsOf(client).filter(({ expandable }) => expandable);
  const collapsed = rows.filter(({ expanded }) => !expanded);
  // Mostly opening: a tree of which little is shown shows little of what is wrong.
  const row = picks.of(picks.once(5) || collapsed.length === 0 ? rows : collapsed);
  if (row === undefined) return false;
  client.do(treeActions.itemToggled({ id: row.id }));
  return true;
}

const openForm = (client: Front): boolean => client.state.tree.form !== null;

export const OPERATIONS = {
  openTree: { weight: 4, run: openTree },
  toggle: { weight: 14, run: toggle },
  nextPage: { weight: 9, run: nextPage },
  move: { weight: 16, run: move },
  moveElsewhere: { weight: 10, run: moveElsewhere },
  drag: { weight: 8, run: drag },
  strayDrop: { weight: 3, run: strayDrop },
  add: { weight: 6, run: add },
  create: { weight: 4, run: create },
  createTask: { weight: 2, run: createTask },
  addTask: { weight: 2, run: addTask },
  submitAgain: {
    weight: 4,
    run: (client) => {
      if (!openForm(client)) return false;
      client.do(treeActions.formSubmitted());
      return true;
    },
  },
  closeForm: {
    weight: 1,
    run: (client) => {
      if (!openForm(client)) return false;
      client.do(treeActions.formClosed());
      return true;
    },
  },
  search: {
    weight: 1,
    run: (client, picks) => {
      if (!openForm(client)) return false;
      const search = picks.of(['', 'a', 'ap', 'web']) ?? '';
      client.do(treeActions.groupsSearched({ search }), treeActions.projectsSearched({ search }));
      return true;
    },
  },
  remove: { weight: 4, run: remove },
  retry: {
    weight: 2,
    run: (client) => {
      if (selectTreeStatus(client.state) !== 'failed') return false;
      client.do(treeActions.retried());
      return true;
    },
  },
  toggleLabels: {
    weight: 2,
    run: (client) => {
      client.do(treeActions.labelsToggled());
      return true;
    },
  },
  closeTree: {
    weight: 1,
    run: (client) => {
      if (client.opening === null) return false;
      client.close();
      return true;
    },
  },
  wait: {
    weight: 3,
    run: (_, picks, sim) => {
      sim.pause(1_000 + picks.number(35_000));
      return true;
    },
  },
} satisfies Readonly<Record<string, Operation<Front>>>;
