import type { PlaceCountsJson } from '@espalier/core/api';
import type { Rights } from '../../server/store/memory/rights.ts';
import type { ItemRow } from '../../server/store/memory/rows.ts';

const idsOf = (list = ''): readonly number[] => list.split(',').map(Number);

/** What groups and projects hold for the viewer. */
export function placeCounts(rights: Rights, ofGroups?: string, ofProjects?: string): PlaceCountsJson {
  const { world } = rights;
  const items = [...world.items.values()].filter((item) => rights.reads(item));
  const groups = [...world.groups.values()].filter(rights.readsGroup);
  const projects = [...world.projects.values()].filter(rights.readsProject);
  const opened = (rows: readonly ItemRow[], epics: boolean) =>
    rows.filter(({ type, state }) => (type === 'epic') === epics && state === 'opened').length;
  const last = (rows: readonly ItemRow[]) =>
    rows
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1) ?? null;
  return {
    groups: groups
      .filter(({ id }) => idsOf(ofGroups).includes(id))
      .map(({ id }) => {
        const below = items.filter(({ groupId }) => world.group(groupId).traversalIds.includes(id));
        return {
          id,
          opened_epics: opened(below, true),
          opened_issues: opened(below, false),
          subgroups: groups.filter(({ parentId }) => parentId === id).length,
          projects: projects.filter(({ groupId }) => groupId === id).length,
          last_activity_at: last(below),
        };
      }),
    projects: projects
      .filter(({ id }) => idsOf(ofProjects).includes(id))
      .map(({ id }) => {
        const held = items.filter(({ projectId }) => projectId === id);
        return { id, opened_issues: opened(held, false), last_activity_at: last(held) };
      }),
  };
}
