import type { Front } from './front.ts';
import type { Operation } from './operation.ts';
import type { Picks } from './picks.ts';
import type { SimClient } from './planner-client.ts';
import type { Stage } from './stage.ts';
import type { ItemRoute } from './item-pages.ts';
import { commandActions } from '@espalier/core/command';
import { itemEdits, selectTypeChoices } from '@espalier/core/work-item/fields';
import { itemOf, ITEM_OPERATIONS } from './operations-items.ts';
import { itemOpening, OPERATIONS } from './operations.ts';
import { LINK_OPERATIONS, subjectOf } from './operations-links.ts';
import { numberOf } from './oracle.ts';

/** What a person does in an item over a page: opens another one there, closes it, and does what a page offers as well. */

/** Opens an item over the page, or another one instead: mostly one that somebody looks at already, or that has children. */
export function openItemOver(client: SimClient, picks: Picks, sim: Stage): boolean {
  const { model } = sim.backend;
  const rows = [...model.world.items.values()].filter(({ projectId }) => projectId !== null);
  const shown = new Set(
    sim.clients
      .flatMap(({ state: { workItem, tree } }) => [workItem.page.id, workItem.over.id, tree.root?.id])
      .map(numberOf),
  );
  const parents = new Set([...model.world.links.values()].map(({ parentId }) => parentId));
  const [isShown, isParent] = [picks.once(3), picks.once(2)];
  const liked = rows.filter(({ id }) => (isShown ? shown.has(id) : !isParent || parents.has(id)));
  const row = picks.of(liked.length > 0 ? liked : rows);
  if (row === undefined) return false;
  const as = picks.once(2) ? 'modal' : 'panel';
  const overall: ItemRoute = { projectPath: null, by: 'id', number: String(row.id) };
  const ofProject: ItemRoute = {
    projectPath: model.world.project(row.projectId ?? 0).fullPath,
    by: 'iid',
    number: String(row.iid),
  };
  const route = as === 'modal' && picks.once(3) ? ofProject : overall;
  const opening = itemOpening(model, row, client.username);
  client.over.show({ route, as, opening, subject: subjectOf(model.world, row) });
  return true;
}

/** Gives the item another type, or tries to, where the screen says why that cannot be. */
function changeType(front: Front, picks: Picks): boolean {
  const item = itemOf(front);
  const choices = item === null ? null : selectTypeChoices(front.state, item.id);
  if (item === null || choices === null) return false;
  for (let times = picks.once(4) ? 2 : 1; times > 0; times -= 1) {
    const choice = picks.of(choices.filter(({ fault }) => fault === null || picks.once(4)));
    if (choice !== undefined) front.do(itemEdits.typeChanged({ id: item.id, to: choice.type }));
  }
  return true;
}

/** In the item over the page; where there is none, one is opened first. */
const inFront =
  (run: Operation<Front>['run']): Operation['run'] =>
  (client, picks, sim) =>
    client.pages.over.item === null ? openItemOver(client, picks, sim) : run(client.over, picks, sim);

/** Operations of a page, with their shares over it. */
const SHARED: Readonly<Record<string, readonly [operation: Operation<Front>, weight: number]>> = {
  toggle: [OPERATIONS.toggle, 4],
  nextPage: [OPERATIONS.nextPage, 4],
  move: [OPERATIONS.move, 7],
  drag: [OPERATIONS.drag, 6],
  strayDrop: [OPERATIONS.strayDrop, 2],
  createTask: [OPERATIONS.createTask, 6],
  addTask: [OPERATIONS.addTask, 6],
  submitAgain: [OPERATIONS.submitAgain, 2],
  closeForm: [OPERATIONS.closeForm, 1],
  remove: [OPERATIONS.remove, 6],
  retry: [OPERATIONS.retry, 2],
  toggleLabels: [OPERATIONS.toggleLabels, 1],
  retitle: [ITEM_OPERATIONS.retitle, 5],
  keepSecret: [ITEM_OPERATIONS.keepSecret, 2],
  chooseDate: [ITEM_OPERATIONS.chooseDate, 5],
  weigh: [ITEM_OPERATIONS.weigh, 4],
  judgeHealth: [ITEM_OPERATIONS.judgeHealth, 3],
  progressed: [ITEM_OPERATIONS.progressed, 3],
  pickIteration: [ITEM_OPERATIONS.pickIteration, 3],
  pickPeople: [ITEM_OPERATIONS.pickPeople, 5],
  pickItemLabels: [ITEM_OPERATIONS.pickItemLabels, 5],
  pickMilestone: [ITEM_OPERATIONS.pickMilestone, 4],
  pickParent: [ITEM_OPERATIONS.pickParent, 5],
  toggleItemState: [ITEM_OPERATIONS.toggleItemState, 4],
  retryItem: [ITEM_OPERATIONS.retryItem, 2],
  openExtras: [ITEM_OPERATIONS.openExtras, 4],
  toggleItemTodo: [ITEM_OPERATIONS.toggleItemTodo, 2],
  toggleItemSubscription: [ITEM_OPERATIONS.toggleItemSubscription, 2],
  react: [ITEM_OPERATIONS.react, 2],
  addLinks: [LINK_OPERATIONS.addLinks, 6],
  submitLinksAgain: [LINK_OPERATIONS.submitLinksAgain, 2],
  closeLinkForm: [LINK_OPERATIONS.closeLinkForm, 1],
  removeLink: [LINK_OPERATIONS.removeLink, 6],
  retryLinks: [LINK_OPERATIONS.retryLinks, 1],
};

const ofOver = (weight: number, run: Operation['run']): Operation => ({ part: 'over', weight, run });

export const OVER_OPERATIONS: Readonly<Record<string, Operation>> = {
  openOver: ofOver(12, openItemOver),
  ...Object.fromEntries(
    Object.entries(SHARED).map(([name, [{ run }, weight]]) => [`${name}Over`, ofOver(weight, inFront(run))]),
  ),
  /** Of the item in front. */
  changeType: ofOver(12, (client, picks) => changeType(client.pages.over.item === null ? client : client.over, picks)),
  takeBackOver: ofOver(10, (client, picks) => {
    if (client.pages.over.item === null) return false;
    client.do(picks.once(3) ? commandActions.redoAsked() : commandActions.undoAsked());
    return true;
  }),
  closeOver: ofOver(4, (client) => {
    if (client.pages.over.item === null) return false;
    client.over.close();
    return true;
  }),
};
