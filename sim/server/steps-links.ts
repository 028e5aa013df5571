import { BlockingEpicsOperation, BlockingIssuesOperation } from '@espalier/core/api';
import { LINK_TYPES } from '@espalier/core/link/rules';
import type { ReferenceKind } from '@espalier/core/work-item/rules';
import { itemName } from './compare.ts';
import { nameOf } from '../../server/store/memory/items.ts';
import { linksPath } from '../../server/work-item/addresses.ts';
import type { StepRequest } from './steps-lists.ts';
import type { ItemRow } from '../../server/store/memory/rows.ts';
import type { World } from '../../server/store/memory/world.ts';

type Pick = (index: number, count: number) => number;

/** Links are named by references, which mean the same on every server; a link's own number does not, so that none is taken away here. */
export function linksRequest(world: World, pick: Pick): StepRequest {
  const kind: ReferenceKind = pick(0, 2) === 0 ? 'epic' : 'issue';
  const items = [...world.items.values()].filter(({ projectId }) => (projectId === null) === (kind === 'epic'));
  const item = items[pick(1, items.length)];
  if (item === undefined) return { method: 'GET', path: '/acme/api/-/issues/999/links' };
  const path = linksPath(nameOf(world, item));
  const others = [pick(2, items.length), pick(3, items.length)].flatMap((index) => items[index] ?? []);
  const requests: readonly (() => StepRequest)[] = [
    () => add(world, path, pick, others),
    () => add(world, path, pick, others.slice(1)),
    () => ({ method: 'GET', path }),
    () => ({ method: 'GET', path: mergeRequestsPath(kind, ownerOf(world, item), item.iid) }),
    () => ({ method: 'DELETE', path: `${path}/999999` }),
    () => blockers(world, item, items),
  ];
  return (requests[pick(4, requests.length)] ?? requests[0])?.() ?? { method: 'GET', path };
}

const mergeRequestsPath = (kind: ReferenceKind, owner: string, iid: number): string =>
  `/api/v4/${kind === 'epic' ? 'groups' : 'projects'}/${encodeURIComponent(owner)}/${kind}s/${iid}/related_merge_requests`;

const ownerOf = (world: World, { projectId, groupId }: ItemRow): string =>
  projectId === null ? world.group(groupId).fullPath : world.project(projectId).fullPath;

function add(world: World, path: string, pick: Pick, others: readonly ItemRow[]): StepRequest {
  const words = [...others.map(({ id }) => itemName(world, id)), ...['', '&99', 'nonsense'].slice(0, pick(5, 2))];
  const linkType = [...LINK_TYPES, 'eats'][pick(2, LINK_TYPES.length + 1)];
  return { method: 'POST', path, body: { issuable_references: words, link_type: linkType } };
}

/** An issue is asked for by its id, so that only epics are asked for here; what an issue says of its blockers stands in the rows of trees. */
function blockers(world: World, item: ItemRow, items: readonly ItemRow[]): StepRequest {
  const epic = item.projectId === null ? item : items.find(({ projectId }) => projectId === null);
  return epic === undefined
    ? { operation: BlockingIssuesOperation, variables: { id: 'gid://gitlab/Issue/999999' } }
    : {
        operation: BlockingEpicsOperation,
        variables: { fullPath: world.group(epic.groupId).fullPath, iid: String(epic.iid) },
      };
}
