import type { ModelCall } from './server/index.ts';
import type { ItemRow } from './server/index.ts';
import type { Picks } from './picks.ts';
import type { Stage } from './stage.ts';
import { LINK_TYPES } from '@espalier/core/link';
import { itemName } from './server/index.ts';
import { EpicFieldsUpdateOperation, WorkItemConvertOperation, WorkItemUpdateOperation } from '@espalier/core/api';
import { mutation, rest } from './elsewhere-calls.ts';
import { noteChange } from './elsewhere-notes.ts';
import { itemFieldInput, shownOf } from './elsewhere-items.ts';
import { TYPE_NUMBERS } from './item-page.ts';
import { subjectOf } from './operations-links.ts';
import { numberOf } from './oracle.ts';
import { type Part, ROLES, type Role } from './schedule.ts';

/** What happens on the server by other means than a planner of the schedule. False: there was nothing to do it with. */
export interface Elsewhere {
  readonly weight: number;
  /** Absent: of every schedule. */
  readonly part?: Part;
  run(picks: Picks, sim: Stage): Promise<boolean>;
}

const DAYS = ['2026-09-01', '2026-10-12', '2026-11-30', '2027-01-04', null] as const;

const itemUpdate = (input: Readonly<Record<string, unknown>>): ModelCall => mutation(WorkItemUpdateOperation, input);

const itemsOf = (sim: Stage, fits: (row: ItemRow) => boolean = () => true): ItemRow[] =>
  [...sim.backend.model.world.items.values()].filter(fits);
const epicsOf = (sim: Stage): ItemRow[] => itemsOf(sim, ({ type }) => type === 'epic');
const linked = (sim: Stage): ItemRow[] => itemsOf(sim, ({ id }) => sim.backend.model.world.links.has(id));

function pageOf(sim: Stage, epic: ItemRow): string {
  return `/groups/${sim.backend.model.world.group(epic.groupId).fullPath}/-/epics/${epic.iid}`;
}

/** Done by the administrator, to whom nothing is forbidden. */
async function send(sim: Stage, call: ModelCall | null): Promise<boolean> {
  if (call === null) return false;
  await sim.answer('root', call);
  return true;
}

function change(sim: Stage, item: ItemRow | undefined, epic: object, other: object): ModelCall | null {
  if (item === undefined) return null;
  if (item.type === 'epic') return rest('PUT', `${pageOf(sim, item)}.json`, { body: { epic } });
  return itemUpdate({ id: `gid://gitlab/WorkItem/${item.id}`, ...other });
}

function deletion(sim: Stage, item: ItemRow | undefined): ModelCall | null {
  if (item === undefined) return null;
  const query = { destroy_confirm: true };
  if (item.type === 'epic') return rest('DELETE', `${pageOf(sim, item)}.json`, { query });
  const { fullPath } = sim.backend.model.world.project(item.projectId ?? 0);
  return rest('DELETE', `/${fullPath}/-/issues/${item.iid}`, { query });
}

function placing(sim: Stage, picks: Picks): ModelCall | null {
  const { world } = sim.backend.model;
  const item = picks.of(linked(sim));
  if (item === undefined) return null;
  const siblings = world.childrenOf(world.parentOf(item.id)?.id ?? 0).filter(({ id }) => id !== item.id);
  const adjacent = picks.of(siblings);
  if (adjacent === undefined) return null;
  const relativePosition = picks.once(2) ? 'BEFORE' : 'AFTER';
  const hierarchyWidget = { adjacentWorkItemId: `gid://gitlab/WorkItem/${adjacent.id}`, relativePosition };
  return itemUpdate({ id: `gid://gitlab/WorkItem/${item.id}`, hierarchyWidget });
}

function adding(sim: Stage, picks: Picks): ModelCall | null {
  const epic = picks.of(epicsOf(sim));
  const isEpic = picks.once(2);
  const item = picks.of(itemsOf(sim, ({ type }) => (isEpic ? type === 'epic' : type === 'issue')));
  if (epic === undefined || item === undefined) return null;
  const body = { issuable_references: [itemName(sim.backend.model.world, item.id)] };
  return rest('POST', `${pageOf(sim, epic)}/${isEpic ? 'links' : 'issues'}`, { body });
}

/** The very epic whose page somebody else has open, or that is over one. */
function pageEdit(sim: Stage, picks: Picks): ModelCall | null {
  const routes = sim.clients.flatMap(({ pages }) => [pages.epic ?? [], pages.over.epic ?? []].flat());
  const route = picks.of(routes);
  if (route === undefined) return null;
  const changes: readonly object[] = [
    { title: `title ${sim.nextTitle()}` },
    { description: `text ${sim.nextTitle()}` },
    { state_event: picks.once(2) ? 'close' : 'reopen' },
    { due_date_is_fixed: true, due_date_fixed: picks.of(DAYS) },
  ];
  const path = `/groups/${route.groupPath}/-/epics/${route.iid}.json`;
  return rest('PUT', path, { body: { epic: picks.of(changes) } });
}

/** What is over somebody's page is deleted. */
function deletionOver(sim: Stage, picks: Picks): ModelCall | null {
  const shown = sim.clients.flatMap(({ state: { workItem, overEpic } }) => [workItem.over.id, overEpic.page.id]);
  const ids = shown.map(numberOf);
  return deletion(sim, picks.of(itemsOf(sim, ({ id }) => ids.includes(id))));
}

const COLORS = ['#8fbc8f', '#6699cc'] as const;

/** A field of an epic, mostly of one whose sidebar somebody has open. */
function fields(sim: Stage, picks: Picks): ModelCall | null {
  const { world } = sim.backend.model;
  const epics = epicsOf(sim);
  const epic = picks.of(epics);
  const route =
    picks.of(
      sim.clients
        .flatMap(({ pages }) => [pages, pages.over])
        .flatMap(({ sidebar, epic }) => (sidebar ? (epic ?? []) : [])),
    ) ?? (epic === undefined ? undefined : { groupPath: world.group(epic.groupId).fullPath, iid: String(epic.iid) });
  if (route === undefined) return null;
  const group = [...world.groups.values()].find(({ fullPath }) => fullPath === route.groupPath);
  const label = picks.of(
    [...world.labels.values()].filter(
      ({ groupId }) => group !== undefined && (groupId === null || group.traversalIds.includes(groupId)),
    ),
  );
  const labelIds = label === undefined ? [] : [`gid://gitlab/GroupLabel/${label.id}`];
  const changes: readonly object[] = [
    { addLabelIds: labelIds },
    { removeLabelIds: labelIds },
    { color: picks.of(COLORS) },
    { dueDateIsFixed: true, dueDateFixed: picks.of(DAYS) },
    { startDateIsFixed: false },
    { confidential: picks.once(2) },
  ];
  return mutation(EpicFieldsUpdateOperation, { ...route, ...picks.of(changes) });
}

/** Links two items, or takes a link away, mostly of one whose links somebody has open. */
function relating(sim: Stage, picks: Picks): ModelCall | null {
  const { world } = sim.backend.model;
  const open = picks.of(sim.clients.flatMap(({ pages }) => pages.links ?? []));
  const relation = picks.of([...world.relations.values()]);
  const first = world.items.get(relation?.sourceId ?? 0);
  const subject = open ?? (first === undefined ? undefined : subjectOf(world, first));
  if (subject === undefined) return null;
  if (picks.once(3)) {
    const own = world.relationsOf(Number(subject.id.split('/').at(-1)));
    const gone = picks.of(own);
    return gone === undefined ? null : rest('DELETE', `${subject.endpoint}/${gone.id}`);
  }
  const other = picks.of(itemsOf(sim, ({ projectId }) => (projectId === null) === (subject.kind === 'epic')));
  if (other === undefined) return null;
  const body = { issuable_references: [itemName(world, other.id)], link_type: picks.of(LINK_TYPES) };
  return rest('POST', subject.endpoint, { body });
}

/** Another type for an item, mostly for one that somebody has open. Where it must not be the server refuses. */
function typeChange(sim: Stage, picks: Picks): ModelCall | null {
  const row = picks.of(shownOf(sim)) ?? picks.of(itemsOf(sim, ({ projectId }) => projectId !== null));
  if (row === undefined) return null;
  const number = picks.of(Object.values(TYPE_NUMBERS));
  return mutation(WorkItemConvertOperation, {
    id: `gid://gitlab/WorkItem/${row.id}`,
    workItemTypeId: `gid://gitlab/WorkItems::Type/${number}`,
  });
}

const PLACES = ['groups/acme', 'groups/acme%2Fweb', 'projects/acme%2Fweb%2Fapp', 'projects/acme%2Fapi'] as const;

/** A role of somebody who works here, in a group or project itself, is given, raised, lowered or ended. What must not be the server refuses. */
function membership(sim: Stage, picks: Picks, who: string): ModelCall {
  const { world } = sim.backend.model;
  const user = [...world.users.values()].find(({ username }) => username === who);
  const place = picks.of(PLACES) ?? PLACES[0];
  const path = decodeURIComponent(place.replace(/^\w+\//, ''));
  const named = ({ fullPath }: { readonly fullPath: string }): boolean => fullPath === path;
  const isGroup = place.startsWith('groups');
  const at = [...(isGroup ? world.groups : world.projects).values()].find(named)?.id;
  const own = [...world.members.values()].some(
    ({ userId, groupId, projectId }) => userId === user?.id && (isGroup ? groupId : projectId) === at,
  );
  const list = `/api/v4/${place}/members`;
  const level = ROLES[picks.of(Object.keys(ROLES) as Role[]) ?? 'none'];
  const id = user?.id ?? 0;
  if (!own) return rest('POST', list, { body: { user_id: id, access_level: level ?? ROLES.developer } });
  return level === null
    ? rest('DELETE', `${list}/${id}`)
    : rest('PUT', `${list}/${id}`, { body: { access_level: level } });
}

export const ELSEWHERE: Readonly<Record<string, Elsewhere>> = {
  otherTitle: {
    weight: 3,
    run: (picks, sim) => {
      const title = `title ${sim.nextTitle()}`;
      return send(sim, change(sim, picks.of(itemsOf(sim)), { title }, { title }));
    },
  },
  otherState: {
    weight: 5,
    run: (picks, sim) => {
      const item = picks.of(itemsOf(sim));
      const [epic, other] = item?.state === 'closed' ? ['reopen', 'REOPEN'] : ['close', 'CLOSE'];
      return send(sim, change(sim, item, { state_event: epic }, { stateEvent: other }));
    },
  },
  otherConfidentiality: {
    weight: 3,
    run: (picks, sim) => {
      const item = picks.of(itemsOf(sim));
      const confidential = item?.confidential !== true;
      return send(sim, change(sim, item, { confidential }, { confidential }));
    },
  },
  otherWeight: {
    weight: 2,
    run: (picks, sim) => {
      const item = picks.of(itemsOf(sim, ({ type }) => type === 'issue'));
      const widgets = picks.once(2)
        ? { weightWidget: { weight: picks.number(9) } }
        : { healthStatusWidget: { healthStatus: picks.of(['onTrack', 'needsAttention', 'atRisk', null]) } };
      return send(sim, change(sim, item, {}, widgets));
    },
  },
  otherDeletion: { weight: 2, run: (picks, sim) => send(sim, deletion(sim, picks.of(itemsOf(sim)))) },
  otherPlace: { weight: 6, run: (picks, sim) => send(sim, placing(sim, picks)) },
  otherParent: {
    weight: 4,
    run: (picks, sim) => {
      const [item, parent] = [picks.of(linked(sim)), picks.of(epicsOf(sim))];
      if (item === undefined || parent === undefined || item.type === 'task') return Promise.resolve(false);
      const parentId = picks.once(4) ? null : `gid://gitlab/WorkItem/${parent.id}`;
      return send(sim, itemUpdate({ id: `gid://gitlab/WorkItem/${item.id}`, hierarchyWidget: { parentId } }));
    },
  },
  otherAddition: { weight: 4, run: (picks, sim) => send(sim, adding(sim, picks)) },
  otherCreation: {
    weight: 2,
    run: (picks, sim) => {
      const parent = picks.of(epicsOf(sim));
      const group = picks.of([...sim.backend.model.world.groups.values()]);
      if (parent === undefined || group === undefined) return Promise.resolve(false);
      const body = { title: `epic ${sim.nextTitle()}`, parent_id: parent.id };
      return send(sim, rest('POST', `/api/v4/groups/${group.id}/epics`, { body }));
    },
  },
  otherPage: { part: 'epic', weight: 9, run: (picks, sim) => send(sim, pageEdit(sim, picks)) },
  otherDates: {
    part: 'roadmap',
    weight: 6,
    run: (picks, sim) => {
      const epic = picks.of(epicsOf(sim));
      const [start, due] = picks.once(3) ? [false, false] : [true, picks.once(2)];
      const dates = {
        start_date_is_fixed: start,
        start_date_fixed: picks.of(DAYS),
        due_date_is_fixed: due,
        due_date_fixed: picks.of(DAYS),
      };
      return send(sim, change(sim, epic, dates, {}));
    },
  },
  otherFields: { part: 'sidebar', weight: 16, run: (picks, sim) => send(sim, fields(sim, picks)) },
  otherLink: { part: 'links', weight: 9, run: (picks, sim) => send(sim, relating(sim, picks)) },
  otherItemField: {
    part: 'items',
    weight: 18,
    run: (picks, sim) => {
      const input = itemFieldInput(sim, picks);
      return send(sim, input === null ? null : itemUpdate(input));
    },
  },
  otherItemOver: {
    part: 'over',
    weight: 10,
    run: (picks, sim) => {
      const input = itemFieldInput(sim, picks);
      return send(sim, input === null ? null : itemUpdate(input));
    },
  },
  otherEpicOver: {
    part: 'overEpic',
    weight: 14,
    run: (picks, sim) => send(sim, (picks.once(2) ? pageEdit : fields)(sim, picks)),
  },
  otherDeletionOver: { part: 'overEpic', weight: 3, run: (picks, sim) => send(sim, deletionOver(sim, picks)) },
  otherType: { part: 'over', weight: 3, run: (picks, sim) => send(sim, typeChange(sim, picks)) },
  otherNote: { part: 'notes', weight: 30, run: (picks, sim) => send(sim, noteChange(sim, picks)) },
  otherMembership: {
    part: 'members',
    weight: 12,
    run: async (picks, sim) => {
      const who = picks.of([...new Set(sim.clients.map(({ username }) => username))]) ?? '';
      await send(sim, membership(sim, picks, who));
      sim.rightsChanged(who);
      return true;
    },
  },
  permission: {
    weight: 3,
    run: async (picks, sim) => {
      const who = picks.of([...new Set(sim.clients.map(({ username }) => username))]) ?? '';
      const role = picks.of(Object.keys(ROLES) as Role[]) ?? 'none';
      await sim.setRole(who, ROLES[role]);
      return true;
    },
  },
};
