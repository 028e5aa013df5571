import { addIteration } from '../server/store/memory/iterations.ts';
import type { World } from './server/index.ts';
import type { WorldPlan } from './schedule.ts';
import { ROLES } from './schedule.ts';

/** The distance of neighbours from the start, small enough that moves have to make room now and then. */
const DISTANCE = 4;

/** Fills a world by its plan; without `links` nothing stands under anything. The first child of a parent in the plan comes first in its list. */
export function fillWorld(world: World, plan: WorldPlan, { links = true }: { readonly links?: boolean } = {}): void {
  world.maxChildren = plan.maxChildren;
  world.pageMax = plan.pageMax;
  const groups = new Map<string, number>();
  groups.set('acme', world.addGroup({ path: 'acme', name: 'Acme' }));
  groups.set('acme/web', world.addGroup({ path: 'web', name: 'Web', parentId: groups.get('acme') ?? 0 }));
  groups.set('hidden', world.addGroup({ path: 'hidden', name: 'Hidden', visibility: 'private' }));
  const projects = new Map<string, number>();
  projects.set('acme/web/app', world.addProject({ groupId: groups.get('acme/web') ?? 0, path: 'app', name: 'App' }));
  projects.set('acme/api', world.addProject({ groupId: groups.get('acme') ?? 0, path: 'api', name: 'API' }));
  for (const [username, role] of Object.entries(plan.people)) {
    const userId = world.addUser({ username });
    const level = ROLES[role];
    if (level !== null) world.addMember({ userId, groupId: groups.get('acme') ?? 0, level });
    if (level !== null && role === 'owner') world.addMember({ userId, groupId: groups.get('hidden') ?? 0, level });
  }
  const labels = new Map((plan.labels ?? []).map((title) => [title, world.addLabel(title)]));
  const milestones = (plan.milestones ?? []).map(({ title, startDate, dueDate }) =>
    world.addMilestone(title, startDate, dueDate, groups.get('acme') ?? null),
  );
  const iterations = (plan.iterations ?? []).map((title) =>
    addIteration(world, groups.get('acme') ?? 0, { title, startDate: '2026-11-16', dueDate: '2026-11-29' }),
  );
  const users = new Map([...world.users.values()].map(({ username, id }) => [username, id]));
  const ids: number[] = [];
  const counts = new Map<number, number>();
  for (const item of plan.items) {
    const { type, owner, parent, labels: titles = [], milestone, startDate, dueDate, ...others } = item;
    const { iteration, author, assignees = [], ...rest } = others;
    const fields = {
      ...rest,
      authorId: users.get(author ?? 'root') ?? 1,
      assigneeIds: assignees.flatMap((username) => users.get(username) ?? []),
      iterationId: iteration === undefined ? null : (iterations[iteration] ?? null),
      labelIds: titles.flatMap((title) => labels.get(title) ?? []),
      milestoneId: milestone === undefined ? null : (milestones[milestone] ?? null),
      startDate: startDate ?? null,
      dueDate: dueDate ?? null,
      startIsFixed: type === 'epic' && startDate !== undefined,
      dueIsFixed: type === 'epic' && dueDate !== undefined,
    };
    const row =
      type === 'epic'
        ? world.addEpic(groups.get(owner) ?? 0, fields)
        : world.addItem(projects.get(owner) ?? 0, { type, ...fields });
    ids.push(row.id);
    const parentId = parent === null ? undefined : ids[parent];
    if (parentId === undefined || !links) continue;
    const before = counts.get(parentId) ?? 0;
    counts.set(parentId, before + 1);
    world.links.set(row.id, {
      id: world.nextId('links'),
      parentId,
      childId: row.id,
      position: before * DISTANCE,
      createdAt: world.now(),
    });
  }
  for (const { type, source, target } of links ? (plan.relations ?? []) : []) {
    world.relate(type, ids[source] ?? 0, ids[target] ?? 0);
  }
}
