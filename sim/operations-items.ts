import type { Operation } from './operation.ts';
import type { Picks } from './picks.ts';
import type { Front } from './front.ts';
import type { SimClient } from './planner-client.ts';
import type { Stage } from './stage.ts';
import { itemStateActions, selectItemReading, selectStateToggle } from '@espalier/core/work-item';
import { extrasActions, ownEdits, selectOwn, selectReactions } from '@espalier/core/work-item/extras';
import type { PickerField } from '@espalier/core/work-item/fields';
import { itemEdits, itemFieldActions, selectItemPicker, selectSelf } from '@espalier/core/work-item/fields';
import { shownItem, type Item } from './item-page.ts';
import { takeBack } from './operations-sidebar.ts';

/** What a person does on the page of an issue, a task or an objective, and takes back. */

const DAYS = ['2026-09-01', '2026-10-12', '2026-11-30', '2027-01-04', '', '2026-02-30'] as const;
const FIELDS = ['startDate', 'dueDate'] as const;
/** The server refuses the last ones; no screen offers them, but a stale one may ask. */
const WEIGHTS = [0, 1, 3, 8, null, 2_000_000] as const;
const PROGRESSES = [0, 25, 50, 100, 150] as const;
const HEALTH = ['onTrack', 'needsAttention', 'atRisk', null] as const;
const EMOJIS = ['thumbsup', 'thumbsdown', 'eyes'] as const;
const LABELS = ['bug', 'size::tiny', 'size::medium', 'sooner', ' ', 'a,b'] as const;

/** Opens a page by one of its addresses, mostly one that somebody looks at already. */
export function openItem(client: SimClient, picks: Picks, sim: Stage): boolean {
  const { world } = sim.backend.model;
  const others = sim.clients.flatMap(({ pages }) => pages.item ?? []);
  const route = picks.once(2) ? undefined : picks.of(others);
  const row = picks.of([...world.items.values()].filter(({ projectId }) => projectId !== null));
  if (route !== undefined) client.pages.openItem(route);
  else if (row === undefined) return false;
  else {
    const projectPath = world.project(row.projectId ?? 0).fullPath;
    const byId = picks.once(3);
    client.pages.openItem({ projectPath, by: byId ? 'id' : 'iid', number: String(byId ? row.id : row.iid) });
  }
  return true;
}

/** The item of the page; null: none is open, or it could not be read. */
export function itemOf({ pages, state, place }: Front): Item | null {
  return pages.item !== null && selectItemReading(state, place).status === 'ready' ? shownItem(state, place) : null;
}

type Run = Operation<Front>['run'];
type Widget = NonNullable<Item['widgets']>[number];

/** Does something with the item that is shown, and that has such a part. Whoever may not change it tries now and then. */
const onItem =
  (run: (client: Front, item: Item, picks: Picks, sim: Stage) => boolean | void, part?: Widget): Run =>
  (client, picks, sim) => {
    const item = itemOf(client);
    if (item === null || (part !== undefined && item.widgets?.includes(part) !== true)) return false;
    if (item.permissions?.canUpdate !== true && !picks.once(6)) return false;
    return run(client, item, picks, sim) !== false;
  };

/** A title is typed and saved; sometimes the field stays open for a while, or nothing is typed. */
function retitle(client: Front, { id, title }: Item, picks: Picks, sim: Stage): void {
  const typed = picks.of([`title ${sim.nextTitle()}`, title, ` title ${sim.nextTitle()} `, '', 'x'.repeat(256)]) ?? '';
  const isOpen = client.state.itemFields.titles[id] !== undefined;
  if (!isOpen) client.do(itemFieldActions.titleTyped({ id, text: title, opened: true }));
  const save = (): void => client.do(itemEdits.titleChanged({ id }));
  if (!picks.once(5)) client.do(itemFieldActions.titleTyped({ id, text: picks.once(3) ? title : typed }));
  if (picks.once(4)) sim.clock.after(picks.number(4_000), save);
  else save();
  if (picks.once(4)) client.do(itemFieldActions.titleClosed({ id }));
}

function chooseDate(client: Front, { id }: Item, picks: Picks): void {
  const choose = (): void =>
    client.do(itemEdits.dateChanged({ id, field: picks.of(FIELDS) ?? 'dueDate', value: picks.of(DAYS) ?? '' }));
  choose();
  // A second thought follows before the first one is answered.
  if (picks.once(3)) choose();
}

function weigh(client: Front, { id }: Item, picks: Picks): void {
  client.do(itemEdits.weightChanged({ id, weight: picks.of(WEIGHTS) ?? null }));
  if (picks.once(3)) client.do(itemEdits.weightChanged({ id, weight: picks.of(WEIGHTS) ?? null }));
}

const picker = ({ state }: Front) => selectItemPicker(state);

/** The picker, where it is this one of this item. */
function pickerOf(client: Front, id: string, field: PickerField) {
  const shown = picker(client);
  return shown?.id === id && shown.field === field ? shown : null;
}

/** Ticks one or two of what is offered, and mostly saves. The first time the picker opens, and what it offers is read. */
function pickPeople(client: Front, { id }: Item, picks: Picks): void {
  const shown = pickerOf(client, id, 'assignees');
  if (shown === null) return client.do(itemFieldActions.pickerOpened({ id, field: 'assignees' }));
  for (let count = 1 + picks.number(2); count > 0; count -= 1) {
    const option = picks.of(shown.people);
    if (option === undefined) break;
    const { ticked, ...person } = option;
    client.do(itemFieldActions.personTicked({ person, ticked: !ticked }));
  }
  if (shown.hasMorePeople && picks.once(3)) client.do(itemFieldActions.morePeopleAsked());
  if (!picks.once(4)) client.do(picks.once(7) ? itemFieldActions.pickerClosed() : itemEdits.assigneesChanged({ id }));
}

function pickLabels(client: Front, { id }: Item, picks: Picks): void {
  const shown = pickerOf(client, id, 'labels');
  if (shown === null) return client.do(itemFieldActions.pickerOpened({ id, field: 'labels' }));
  for (let count = 1 + picks.number(2); count > 0; count -= 1) {
    const option = picks.of(shown.labels);
    if (option === undefined) break;
    const { ticked, ...label } = option;
    client.do(itemFieldActions.labelTicked({ label, ticked: !ticked }));
  }
  if (!picks.once(4)) client.do(picks.once(9) ? itemFieldActions.pickerClosed() : itemEdits.labelsChanged({ id }));
}

function makeLabel(client: Front, { id }: Item, picks: Picks): void {
  if (pickerOf(client, id, 'labels') === null) client.do(itemFieldActions.pickerOpened({ id, field: 'labels' }));
  if (picker(client)?.newLabel === null) {
    client.do(itemFieldActions.newLabelOpened());
    client.do(itemFieldActions.newLabelTitleChanged({ title: picks.of(LABELS) ?? '' }));
  }
  client.do(itemFieldActions.newLabelSubmitted());
}

function pickMilestone(client: Front, { id }: Item, picks: Picks): void {
  const shown = pickerOf(client, id, 'milestone');
  if (shown === null) return client.do(itemFieldActions.pickerOpened({ id, field: 'milestone' }));
  client.do(itemFieldActions.milestoneChosen({ milestone: picks.of([...shown.milestones, null]) ?? null }));
  if (!picks.once(5)) client.do(itemEdits.milestoneChanged({ id }));
}

/** What is offered may be refused: the server knows more than the picker. */
function pickParent(client: Front, { id, parentId }: Item, picks: Picks): void {
  const shown = pickerOf(client, id, 'parent');
  if (parentId != null && picks.once(4)) return client.do(itemEdits.parentChanged({ id, parent: null }));
  if (shown === null) return client.do(itemFieldActions.pickerOpened({ id, field: 'parent' }));
  if (shown.parents.length === 0) return client.do(itemFieldActions.pickerSearched({ search: '' }));
  const parent = picks.of(shown.parents);
  if (parent !== undefined) client.do(itemEdits.parentChanged({ id, parent }));
}

/** The first time the picker opens; then a sprint is chosen, which saves it. */
function pickIteration(client: Front, { id }: Item, picks: Picks): void {
  const shown = pickerOf(client, id, 'iteration');
  if (shown === null) return client.do(itemFieldActions.pickerOpened({ id, field: 'iteration' }));
  const choice = picks.of(shown.iterations);
  if (choice !== undefined) client.do(itemEdits.iterationChanged({ id, iteration: choice.iteration }));
}

/** What is one's own of the item, once it was read; sometimes a second time before the first one is answered. */
const onOwn =
  (press: (client: Front, id: string, picks: Picks) => void): Run =>
  (client, picks) => {
    const { extras } = client.pages;
    if (itemOf(client) === null || extras === null) return false;
    const [own, reactions] = [selectOwn(client.state, extras), selectReactions(client.state, extras)];
    if (own === null || reactions === null) return false;
    press(client, extras, picks);
    if (picks.once(3)) press(client, extras, picks);
    return true;
  };

const ofItems = <Actor extends Front>(weight: number, run: Operation<Actor>['run']): Operation<Actor> => ({
  part: 'items',
  weight,
  run,
});

export const ITEM_OPERATIONS = {
  openItem: ofItems(10, openItem),
  retitle: ofItems(9, onItem(retitle)),
  keepSecret: ofItems(
    4,
    onItem((client, { id }) => client.do(itemEdits.confidentialityChanged({ id }))),
  ),
  chooseDate: ofItems(10, onItem(chooseDate, 'dates')),
  weigh: ofItems(8, onItem(weigh, 'weight')),
  judgeHealth: ofItems(
    5,
    onItem(
      (client, { id }, picks) => client.do(itemEdits.healthChanged({ id, healthStatus: picks.of(HEALTH) ?? null })),
      'health',
    ),
  ),
  progressed: ofItems(
    12,
    onItem(
      (client, { id }, picks) => client.do(itemEdits.progressChanged({ id, progress: picks.of(PROGRESSES) ?? 0 })),
      'progress',
    ),
  ),
  pickIteration: ofItems(7, onItem(pickIteration, 'iteration')),
  leaveIteration: ofItems(
    4,
    onItem((client, { id }) => client.do(itemEdits.iterationChanged({ id, iteration: null })), 'iteration'),
  ),
  pickPeople: ofItems(12, onItem(pickPeople)),
  assignMyself: ofItems(
    5,
    onItem((client, { id }) => {
      const self = selectSelf(client.state, id);
      if (self === null) return false;
      client.do(itemEdits.assigneesChanged({ id, add: [self], remove: [] }));
      return true;
    }),
  ),
  pickItemLabels: ofItems(12, onItem(pickLabels)),
  makeItemLabel: ofItems(3, onItem(makeLabel)),
  dropItemLabel: ofItems(
    4,
    onItem((client, { id, labels = [] }, picks) => {
      const label = picks.of(labels);
      if (label === undefined) return false;
      client.do(itemEdits.labelsChanged({ id, add: [], remove: [label] }));
      return true;
    }),
  ),
  pickMilestone: ofItems(9, onItem(pickMilestone)),
  pickParent: ofItems(9, onItem(pickParent)),
  searchItemPicker: ofItems(
    2,
    onItem((client, _, picks) => {
      if (picker(client) === null) return false;
      client.do(itemFieldActions.pickerSearched({ search: picks.of(['', 'e', 'epic', 'zzz']) ?? '' }));
      return true;
    }),
  ),
  toggleItemState: ofItems(5, (client: Front) => {
    const item = itemOf(client);
    const toggle = item === null ? null : selectStateToggle(client.state, item.id);
    if (toggle === null || item === null) return false;
    client.do(itemStateActions.changeAsked({ id: item.id, event: toggle.event }));
    return true;
  }),
  takeItemEditBack: ofItems(12, takeBack),
  retryItem: ofItems(3, retryItem),
  openExtras: ofItems(7, (client: Front) => {
    const item = itemOf(client);
    if (item === null || client.pages.extras === item.id) return false;
    client.pages.closeExtras();
    client.pages.openExtras(item.id);
    return true;
  }),
  toggleItemTodo: ofItems(
    5,
    onOwn((client, id) => client.do(ownEdits.todoChanged({ id }))),
  ),
  toggleItemSubscription: ofItems(
    4,
    onOwn((client, id) => client.do(ownEdits.subscriptionChanged({ id }))),
  ),
  react: ofItems(
    4,
    onOwn((client, id, picks) => client.do(extrasActions.reactionToggled({ id, emoji: picks.of(EMOJIS) ?? 'eyes' }))),
  ),
  closeItem: ofItems(1, (client: SimClient) => {
    if (client.pages.item === null) return false;
    client.pages.closeItem();
    return true;
  }),
} satisfies Readonly<Record<string, Operation>>;

/** Reads again what could not be read. */
export function retryItem(client: Front): boolean {
  const isFailed = selectItemReading(client.state, client.place).status === 'failed';
  if (isFailed) client.pages.retryItem();
  const hasError = (picker(client)?.error ?? null) !== null;
  if (hasError) client.do(itemFieldActions.pickerRetried());
  return isFailed || hasError;
}
