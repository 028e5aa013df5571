import {
  blockingCycle,
  linkTypeFor,
  resolveLinks,
  storedLink,
  type LinkType,
  type LinkWord,
} from '../../link/rules.ts';
import {
  parseReference,
  REFERENCES_MAX,
  referenceWords,
  relativeReference,
  TOO_MANY_REFERENCES,
} from '../../work-item/rules.ts';
import type { ReferenceKind } from '../../work-item/rules.ts';
import { changing } from './change.ts';
import { datesOf } from './dates.ts';
import { BASE_URL, epicPath, issuePath } from './addresses.ts';
import { denied, hidden, refuse } from './refusal.ts';
import type { Rights } from './rights.ts';
import type { ItemRow, MergeRequestRow, MilestoneRow, World } from './world.ts';

/** Links beside the tree: their rules, and the JSON of the pages' routes. */

const kindOf = ({ projectId }: ItemRow): ReferenceKind => (projectId === null ? 'epic' : 'issue');

const pageOf = (world: World, item: ItemRow): string =>
  item.projectId === null
    ? epicPath(world.group(item.groupId).fullPath, item.iid)
    : issuePath(world.project(item.projectId).fullPath, item);

/** Short where both have one owner. */
function referenceFrom(world: World, here: ItemRow, item: ItemRow): string {
  const owner = (row: ItemRow): string =>
    row.projectId === null ? world.group(row.groupId).fullPath : world.project(row.projectId).fullPath;
  return relativeReference(kindOf(item), owner(item), item.iid, kindOf(here) === kindOf(item) ? owner(here) : '');
}

/** Where the links of an item are read and changed. */
export const linksEndpoint = (world: World, item: ItemRow): string =>
  item.projectId === null
    ? `${epicPath(world.group(item.groupId).fullPath, item.iid)}/related_epic_links`
    : `/${world.project(item.projectId).fullPath}/-/issues/${item.iid}/links`;

/** The open items that block this one, as far as the viewer sees them. */
export function blockersOf(rights: Rights, id: number): ItemRow[] {
  return rights.world
    .relationsOf(id)
    .flatMap(({ type, sourceId, targetId }) =>
      type === 'blocks' && targetId === id ? (rights.see(sourceId) ?? []) : [],
    )
    .filter(({ state }) => state === 'opened');
}

/** The whole list, in the order in which they were linked, without what is hidden. */
export function linkedJson(rights: Rights, subject: ItemRow): unknown[] {
  const { world } = rights;
  const edges = [...world.relations.values()]
    .filter(({ type, sourceId, targetId }) => type === 'blocks' && rights.see(sourceId) && rights.see(targetId))
    .map(({ sourceId, targetId }) => ({ blocker: sourceId, blocked: targetId }));
  const cycle = blockingCycle(edges, subject.id);
  const related = rights.mayRelate(subject);
  return world.relationsOf(subject.id).flatMap((relation) => {
    const item = rights.see(relation.sourceId === subject.id ? relation.targetId : relation.sourceId);
    if (item === null) return [];
    const milestone = item.milestoneId === null ? undefined : world.milestones.get(item.milestoneId);
    const dates = datesOf(world, item);
    return [
      {
        id: item.id,
        iid: item.iid,
        type: item.type.toUpperCase(),
        title: item.title,
        state: item.state,
        confidential: item.confidential,
        weight: item.weight,
        health_status: item.healthStatus,
        start_date: dates.start,
        due_date: dates.due,
        created_at: item.createdAt,
        closed_at: item.closedAt,
        milestone: milestone === undefined ? null : milestoneJson(milestone),
        assignees: item.assigneeIds.map((id) => personJson(world, id)),
        reference: referenceFrom(world, subject, item),
        path: pageOf(world, item),
        link_type: linkTypeFor(relation, subject.id),
        relation_path: related ? `${linksEndpoint(world, subject)}/${relation.id}` : null,
        in_cycle: relation.type === 'blocks' && cycle.has(item.id),
      },
    ];
  });
}

const milestoneJson = ({ id, iid, title, startDate, dueDate }: MilestoneRow) => ({
  id,
  iid,
  title,
  start_date: startDate,
  due_date: dueDate,
});

function personJson(world: World, id: number) {
  const { username, name } = world.user(id);
  return { id, username, name, avatar_url: null, web_url: `${BASE_URL}/${username}` };
}

/** Links existing items to one. */
export function addLinks(
  rights: Rights,
  input: { readonly id: number; readonly type: LinkType; readonly references: readonly string[] },
): void {
  changing(rights, ({ world }) => {
    const subject = rights.see(input.id) ?? hidden();
    if (!rights.mayRelate(subject)) denied();
    const { type } = input;
    const kind = kindOf(subject);
    const words = referenceWords(input.references);
    if (words.length > REFERENCES_MAX) refuse(422, TOO_MANY_REFERENCES);
    const plan = resolveLinks(
      kind,
      type,
      { id: subject.id, links: world.relationsOf(subject.id).length },
      words.map((word) => wordOf(rights, subject, word)),
    );
    if (plan.status !== 200) refuse(plan.status, plan.message);
    for (const id of plan.add) {
      const { type: stored, sourceId, targetId } = storedLink(type, subject.id, id);
      world.relate(stored, sourceId, targetId);
    }
  });
}

function wordOf(rights: Rights, subject: ItemRow, word: string): LinkWord<number> {
  const { world } = rights;
  const kind = kindOf(subject);
  const groupPath = world.group(subject.groupId).fullPath;
  const project = subject.projectId === null ? {} : { projectPath: world.project(subject.projectId).fullPath };
  const token = parseReference(word, { kind, groupPath, ...project, origin: BASE_URL });
  const named = token.ok && token.kind === kind && token.path !== null ? { path: token.path, iid: token.iid } : null;
  const item =
    named === null
      ? null
      : kind === 'epic'
        ? rights.seeEpic(named.path, named.iid)
        : rights.seeProjectItem(named.path, named.iid);
  if (item === null || !rights.mayRelate(item)) return { reference: word, candidate: null };
  const link = world.relationsOf(subject.id).find(({ sourceId, targetId }) => [sourceId, targetId].includes(item.id));
  return {
    reference: referenceFrom(world, subject, item),
    candidate: {
      id: item.id,
      link: item.id === subject.id ? null : (link ?? null),
      isParentOrChild:
        world.links.get(item.id)?.parentId === subject.id || world.links.get(subject.id)?.parentId === item.id,
      links: world.relationsOf(item.id).length,
    },
  };
}

/** Takes a link away, from either of its ends. */
export function removeLink(rights: Rights, id: number, relationId: number): void {
  changing(rights, ({ world }) => {
    const subject = rights.see(id) ?? hidden();
    const relation = world.relations.get(relationId);
    const otherId =
      relation?.sourceId === id ? relation.targetId : relation?.targetId === id ? relation.sourceId : null;
    if (rights.see(otherId) === null) hidden();
    if (!rights.mayRelate(subject)) denied();
    world.relations.delete(relationId);
  });
}

/** The merge requests of an item, as the API gives them. */
export const mergeRequestsJson = (rights: Rights, subject: ItemRow): unknown[] =>
  [...rights.world.mergeRequests.values()]
    .filter(({ itemIds, projectId }) => itemIds.includes(subject.id) && rights.seeProject(projectId) !== null)
    .map((row) => mergeRequestJson(rights.world, row));

function mergeRequestJson(world: World, row: MergeRequestRow) {
  const { fullPath } = world.project(row.projectId);
  return {
    id: row.id,
    iid: row.iid,
    project_id: row.projectId,
    title: row.title,
    state: row.state,
    created_at: row.createdAt,
    merged_at: row.mergedAt,
    closed_at: row.closedAt,
    web_url: `${BASE_URL}/${fullPath}/-/merge_requests/${row.iid}`,
    references: { full: `${fullPath}!${row.iid}` },
    milestone: null,
    assignees: [],
    head_pipeline: row.pipeline === null ? null : { status: row.pipeline },
  };
}
