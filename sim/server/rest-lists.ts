import { blockingCycle } from '@espalier/core/link/rules';
import type { ReferenceKind } from '@espalier/core/work-item/rules';
import { childEpicJson, childIssueJson, linkedJson, mergeRequestJson } from '../../server/rest/json/rows.ts';
import { nameOf } from '../../server/store/memory/items.ts';
import type { Rights } from '../../server/store/memory/rights.ts';
import type { ItemRow } from '../../server/store/memory/rows.ts';
import { BASE_URL } from './addresses.ts';
import { childEpicFacts, childIssueFacts, linkedFacts, mergeRequestFacts } from './rest-facts.ts';

/** The lists of an item's page: children, linked items, merge requests. What the viewer may not see is left out. */

/** The children of one kind that the viewer sees, the newest link first. */
export function childList(rights: Rights, kind: ReferenceKind, epic: ItemRow): unknown[] {
  const { world } = rights;
  const children = newestLinkFirst(rights, epic).filter(({ type }) => (type === 'epic') === (kind === 'epic'));
  const parent = nameOf(world, epic);
  const admin = rights.may('adminEpic', epic);
  const owner = { ...parent, removable: kind === 'epic' ? rights.may('adminEpicRelation', epic) : admin, admin };
  return children.map((child) =>
    kind === 'epic'
      ? childEpicJson(childEpicFacts(world, child), owner)
      : childIssueJson(BASE_URL, childIssueFacts(rights, child), owner),
  );
}

const newestLinkFirst = (rights: Rights, epic: ItemRow): ItemRow[] =>
  rights.world
    .linksUnder(epic.id)
    .toSorted((a, b) =>
      a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.position - b.position || b.id - a.id,
    )
    .flatMap(({ childId }) => rights.see(childId) ?? []);

/** The whole list, in the order in which they were linked. */
export function linkedList(rights: Rights, subject: ItemRow): unknown[] {
  const { world } = rights;
  const edges = [...world.relations.values()]
    .filter(({ type, sourceId, targetId }) => type === 'blocks' && rights.see(sourceId) && rights.see(targetId))
    .map(({ sourceId, targetId }) => ({ blocker: sourceId, blocked: targetId }));
  const cycle = blockingCycle(edges, subject.id);
  const owner = { ...nameOf(world, subject), removable: rights.mayRelate(subject) };
  return world.relationsOf(subject.id).flatMap((relation) => {
    const item = rights.see(relation.sourceId === subject.id ? relation.targetId : relation.sourceId);
    return item === null ? [] : [linkedJson(BASE_URL, linkedFacts(world, item, relation), owner, cycle)];
  });
}

/** The merge requests of an item, as the API gives them. */
export const mergeRequests = (rights: Rights, subject: ItemRow): unknown[] =>
  [...rights.world.mergeRequests.values()]
    .filter(({ itemIds, projectId }) => itemIds.includes(subject.id) && rights.seeProject(projectId) !== null)
    .map((row) => mergeRequestJson(BASE_URL, mergeRequestFacts(rights.world, row)));
