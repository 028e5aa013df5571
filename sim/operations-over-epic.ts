import type { Front } from './front.ts';
import type { Operation } from './operation.ts';
import type { Picks } from './picks.ts';
import type { SimClient } from './planner-client.ts';
import type { Stage } from './stage.ts';
import { commandActions } from '@espalier/core/command';
import { workItemActions } from '@espalier/core/work-item';
import { EPIC_OPERATIONS } from './operations-epic.ts';
import { itemOf } from './operations-items.ts';
import { LINK_OPERATIONS, subjectOf } from './operations-links.ts';
import { openItemOver } from './operations-over.ts';
import { SIDEBAR_OPERATIONS } from './operations-sidebar.ts';
import { epicOpening, OPERATIONS } from './operations.ts';
import { numberOf } from './oracle.ts';

/** What a person does in an epic over a page, and with whatever is over it: exchanges it for another one, deletes it, closes it. */

/** Opens an epic over the page, or instead of what is there: mostly one that somebody looks at already, in either place, or that has children. */
function open(client: SimClient, picks: Picks, sim: Stage): boolean {
  const { model } = sim.backend;
  const rows = [...model.world.items.values()].filter(({ type }) => type === 'epic');
  const shown = new Set(
    sim.clients
      .flatMap(({ state: { epic, overEpic, tree } }) => [epic.page.id, overEpic.page.id, tree.root?.id])
      .map(numberOf),
  );
  const parents = new Set([...model.world.links.values()].map(({ parentId }) => parentId));
  const [isShown, isParent] = [picks.once(3), picks.once(2)];
  const liked = rows.filter(({ id }) => (isShown ? shown.has(id) : !isParent || parents.has(id)));
  const row = picks.of(liked.length > 0 ? liked : rows);
  if (row === undefined) return false;
  const route = { groupPath: model.world.group(row.groupId).fullPath, iid: String(row.iid) };
  const opening = epicOpening(model, row, client.username);
  client.over.show({ route, as: picks.once(2) ? 'modal' : 'panel', opening, subject: subjectOf(model.world, row) });
  return true;
}

/** The same epic in both places, with the sidebar of each. */
function openTwice(client: SimClient, picks: Picks, sim: Stage): boolean {
  if (client.pages.over.epic === null && !open(client, picks, sim)) return false;
  const { epic: route } = client.pages.over;
  if (route === null) return false;
  client.pages.openEpic(route);
  if (!client.pages.sidebar) client.pages.openSidebar();
  return true;
}

/** An item instead of the epic, an epic instead of the item, whichever is there. */
const exchange: Operation['run'] = (client, picks, sim) =>
  (client.pages.over.epic === null ? open : openItemOver)(client, picks, sim);

/** In what is over the page; where nothing is, and now and then where an item is, an epic is opened first. */
const inFront =
  (run: Operation<Front>['run']): Operation['run'] =>
  (client, picks, sim) => {
    const { item, epic } = client.pages.over;
    const isThere = epic !== null || (item !== null && !picks.once(3));
    return isThere ? run(client.over, picks, sim) : open(client, picks, sim);
  };

/** Deletes what is over the page. Whoever may not is refused, by the planner or by the server. */
function deleteOver(client: SimClient, picks: Picks, sim: Stage): boolean {
  if (client.pages.over.item === null) return inFront(EPIC_OPERATIONS.deletePage.run)(client, picks, sim);
  const item = itemOf(client.over);
  if (item === null) return false;
  client.over.do(workItemActions.deleteConfirmed({ id: item.id }));
  return true;
}

/** Operations of a page, with their shares over it. */
const SHARED: Readonly<Record<string, readonly [operation: Operation<Front>, weight: number]>> = {
  toggle: [OPERATIONS.toggle, 9],
  nextPage: [OPERATIONS.nextPage, 4],
  move: [OPERATIONS.move, 8],
  moveElsewhere: [OPERATIONS.moveElsewhere, 5],
  drag: [OPERATIONS.drag, 6],
  strayDrop: [OPERATIONS.strayDrop, 2],
  add: [OPERATIONS.add, 6],
  create: [OPERATIONS.create, 5],
  submitAgain: [OPERATIONS.submitAgain, 2],
  closeForm: [OPERATIONS.closeForm, 1],
  remove: [OPERATIONS.remove, 5],
  retry: [OPERATIONS.retry, 2],
  toggleState: [EPIC_OPERATIONS.toggleState, 12],
  deleteAgain: [EPIC_OPERATIONS.deleteAgain, 4],
  retryPage: [EPIC_OPERATIONS.retryPage, 3],
  toggleTodo: [SIDEBAR_OPERATIONS.toggleTodo, 7],
  toggleSubscription: [SIDEBAR_OPERATIONS.toggleSubscription, 6],
  toggleConfidentiality: [SIDEBAR_OPERATIONS.toggleConfidentiality, 7],
  enterDate: [SIDEBAR_OPERATIONS.enterDate, 13],
  chooseKind: [SIDEBAR_OPERATIONS.chooseKind, 9],
  paint: [SIDEBAR_OPERATIONS.paint, 8],
  pickLabels: [SIDEBAR_OPERATIONS.pickLabels, 24],
  newLabel: [SIDEBAR_OPERATIONS.newLabel, 6],
  removeLabel: [SIDEBAR_OPERATIONS.removeLabel, 6],
  retrySidebar: [SIDEBAR_OPERATIONS.retrySidebar, 3],
  addLinks: [LINK_OPERATIONS.addLinks, 8],
  submitLinksAgain: [LINK_OPERATIONS.submitLinksAgain, 2],
  closeLinkForm: [LINK_OPERATIONS.closeLinkForm, 1],
  removeLink: [LINK_OPERATIONS.removeLink, 8],
  retryLinks: [LINK_OPERATIONS.retryLinks, 1],
};

const ofEpics = (weight: number, run: Operation['run']): Operation => ({ part: 'overEpic', weight, run });

export const OVER_EPIC_OPERATIONS: Readonly<Record<string, Operation>> = {
  openEpicOver: ofEpics(10, open),
  openEpicTwice: ofEpics(5, openTwice),
  exchangeOver: ofEpics(6, exchange),
  ...Object.fromEntries(
    Object.entries(SHARED).map(([name, [{ run }, weight]]) => [`${name}EpicOver`, ofEpics(weight, inFront(run))]),
  ),
  deleteOver: ofEpics(8, deleteOver),
  takeBackEpicOver: ofEpics(10, (client, picks) => {
    if (!client.over.isOpen) return false;
    client.do(picks.once(3) ? commandActions.redoAsked() : commandActions.undoAsked());
    return true;
  }),
  leaveOver: ofEpics(5, (client) => {
    if (!client.over.isOpen) return false;
    client.over.close();
    return true;
  }),
};
