import type { Order } from './connection.ts';
import { connection } from './connection.ts';
import type { Args, Node } from './execute.ts';
import { GraphError } from './execute.ts';
import type { Rights } from '../../server/store/memory/rights.ts';
import { matches } from './search.ts';
import type {
  GroupRow,
  ItemRow,
  IterationRow,
  MemberRow,
  MilestoneRow,
  ProjectRow,
} from '../../server/store/memory/rows.ts';
import type { World } from '../../server/store/memory/world.ts';

/** What the roadmap asks of a group beside its tree: filters of epics, milestones, and values for the filters. */

interface Dated {
  readonly start: string | null;
  readonly due: string | null;
}

function overlaps({ start, due }: Dated, timeframe: unknown): boolean {
  if (typeof timeframe !== 'object' || timeframe === null) return true;
  const range = timeframe as { readonly start: string; readonly end: string };
  if (range.start > range.end) throw new GraphError('start must be before end');
  if (start === null && due === null) return false;
  return (start === null || start <= range.end) && (due === null || due >= range.start);
}

const textList = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Has all of the labels; the words None and Any stand for no label and for some label. */
export function labelled(world: Rights['world'], { labelIds }: ItemRow, titles: unknown): boolean {
  const own = new Set(labelIds.map((id) => world.labels.get(id)?.title));
  return textList(titles).every((title) => {
    const word = title.toLowerCase();
    if (word === 'none') return own.size === 0;
    return word === 'any' ? own.size > 0 : own.has(title);
  });
}

/** The filters of epics that lists of issues do not have. */
export function epicMatches({ world }: Rights, row: ItemRow, args: Args): boolean {
  const { iid, iidStartsWith, confidential, authorUsername, milestoneTitle, myReactionEmoji, timeframe } = args;
  const isAuthor = (name: unknown): boolean =>
    world.user(row.authorId).username.toLowerCase() === String(name).toLowerCase();
  const not = (args['not'] ?? {}) as Args;
  const { start, due } = world.datesOf(row);
  return (
    overlaps({ start, due }, timeframe) &&
    (iid == null || String(iid) === String(row.iid)) &&
    (iidStartsWith == null || String(row.iid).startsWith(String(iidStartsWith))) &&
    (confidential == null || confidential === row.confidential) &&
    (authorUsername == null || isAuthor(authorUsername)) &&
    (milestoneTitle == null || hasMilestone(world, row, milestoneTitle)) &&
    // Nobody has ever reacted.
    myReactionEmoji == null &&
    (args['topLevelHierarchyOnly'] !== true || !world.links.has(row.id)) &&
    (not['authorUsername'] == null || !isAuthor(not['authorUsername'])) &&
    textList(not['labelName']).every((title) => !labelled(world, row, [title]))
  );
}

/** A child issue carries a milestone of this title. */
function hasMilestone(world: Rights['world'], row: ItemRow, title: unknown): boolean {
  return world
    .childrenOf(row.id)
    .some(({ milestoneId }) => milestoneId !== null && world.milestones.get(milestoneId)?.title === title);
}

const FIELDS = ['TITLE', 'DESCRIPTION'];

/** The texts of an item that a search looks at. */
export const searched = (row: ItemRow, args: Args): readonly (string | null)[] =>
  (Array.isArray(args['in']) ? args['in'] : FIELDS).map((field) => (field === 'TITLE' ? row.title : row.description));

const byDueDate: Order<MilestoneRow> = {
  name: 'DUE_DATE_ASC',
  keys: [{ of: ({ dueDate }) => dueDate }, { of: ({ id }) => id }],
};

/** Milestones of groups; the model has none of projects. */
export function milestonesOf({ world, readsGroup }: Rights, group: GroupRow, args: Args) {
  const { state, title, searchTitle, timeframe } = args;
  const owned = ({ groupId }: MilestoneRow): boolean => {
    if (groupId === null) return false;
    if (groupId === group.id) return true;
    const owner = world.group(groupId);
    const above = args['includeAncestors'] === true && group.traversalIds.includes(groupId);
    const below = args['includeDescendants'] === true && owner.traversalIds.includes(group.id);
    return above || (below && readsGroup(owner));
  };
  const found = [...world.milestones.values()]
    .filter(owned)
    .filter(() => state !== 'closed')
    .filter((row) => title == null || row.title === title)
    .filter((row) => matches(searchTitle, row.title))
    .filter(({ startDate, dueDate }) => overlaps({ start: startDate, due: dueDate }, timeframe));
  return connection(found, byDueDate, args, ({ id, groupId, iid, title: name, startDate, dueDate }) => ({
    __typename: 'Milestone',
    id: `gid://gitlab/Milestone/${id}`,
    title: name,
    startDate,
    dueDate,
    webPath: `/groups/${world.group(groupId ?? 0).fullPath}/-/milestones/${iid}`,
    groupMilestone: true,
    subgroupMilestone: world.group(groupId ?? 0).parentId !== null,
    projectMilestone: false,
  }));
}

const byEnd: Order<IterationRow> = {
  name: 'DUE_DATE_ASC',
  keys: [{ of: ({ dueDate }) => dueDate }, { of: ({ id }) => id }],
};

export const iterationNode =
  (world: World) =>
  ({ id, groupId, title, startDate, dueDate }: IterationRow): Node => ({
    id: `gid://gitlab/Iteration/${id}`,
    title,
    startDate,
    dueDate,
    webPath: `/groups/${world.group(groupId).fullPath}/-/iterations/${id}`,
  });

/** The iterations that have not ended, of the group and of those above that may be seen. */
export function iterationsOf({ world, readsGroup }: Rights, group: GroupRow, args: Args) {
  const today = world.now().slice(0, 10);
  const found = [...world.iterations.values()]
    .filter(({ groupId }) => group.traversalIds.includes(groupId) && readsGroup(world.group(groupId)))
    .filter(({ dueDate }) => args['state'] !== 'opened' || dueDate >= today)
    .filter(({ title }) => matches(args['search'], title));
  return connection(found, byEnd, args, iterationNode(world));
}

const byId: Order<MemberRow & { readonly id: number }> = { name: 'id', keys: [{ of: ({ id }) => id }] };

/** Members are told to those who are signed in. */
export function membersOf(
  { world, viewer, readsGroup }: Rights,
  group: GroupRow,
  args: Args,
  person: (id: number) => Node,
) {
  const relations = Array.isArray(args['relations']) ? args['relations'] : ['DIRECT', 'INHERITED'];
  const related = ({ groupId }: MemberRow): boolean => {
    if (viewer.userId === null || groupId === null) return false;
    if (groupId === group.id) return relations.includes('DIRECT');
    if (group.traversalIds.includes(groupId)) return relations.includes('INHERITED');
    const owner = world.group(groupId);
    return relations.includes('DESCENDANTS') && owner.traversalIds.includes(group.id) && readsGroup(owner);
  };
  return listed(world, related, args, person);
}

/** The project's own, and those of its group and of the groups above. */
export function projectMembersOf(
  { world, viewer }: Rights,
  project: ProjectRow,
  args: Args,
  person: (id: number) => Node,
) {
  const { traversalIds } = world.group(project.groupId);
  const related = ({ groupId, projectId }: MemberRow): boolean =>
    viewer.userId !== null && (groupId === null ? projectId === project.id : traversalIds.includes(groupId));
  return listed(world, related, args, person);
}

function listed(
  world: Rights['world'],
  related: (row: MemberRow) => boolean,
  args: Args,
  person: (id: number) => Node,
) {
  const found = [...world.members].map(([id, member]) => ({ ...member, id })).filter(related);
  const named = found.filter(({ userId }) => {
    const { name, username } = world.user(userId);
    return matches(args['search'], name, username);
  });
  return connection(named, byId, args, ({ userId }) => ({ user: person(userId) }));
}
