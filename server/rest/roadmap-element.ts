import { sql } from 'kysely';
import { neededLevel } from '@espalier/core/access';
import { DEFAULT_VIEW } from '@espalier/core/roadmap/rules';
import { groupReadable } from '../access/filters.ts';
import { accessLevel, type Viewer } from '../access/viewer.ts';
import type { Db } from '../db/types.ts';
import type { PagePath } from './page-path.ts';

/** The address of a group's roadmap, of whatever group. */
export const isRoadmapPage = ({ kind, rest }: PagePath): boolean => kind === 'group' && rest === 'roadmap';

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);

/**
 * RM-01.20: the element from whose attributes the roadmap's page starts, for the group of the address; null where there is none that the viewer may see, so
 * that the page of a hidden group is the page of no group.
 */
export async function roadmapElement(db: Db, viewer: Viewer, groupPath: string): Promise<string | null> {
  const group = await db
    .selectFrom('groups as g')
    .select(['g.id', 'g.full_path', 'g.traversal_ids'])
    .where((eb) => eb(eb.fn<string>('lower', ['g.full_path']), '=', sql<string>`lower(${groupPath})`))
    .where(groupReadable(viewer, 'g'))
    .executeTakeFirst();
  if (group === undefined) return null;
  const page = `/groups/${group.full_path}/-`;
  const may = accessLevel(viewer, group.traversal_ids) >= (neededLevel('createEpic') ?? 0);
  const data: Readonly<Record<string, string>> = {
    'new-epic-path': `${page}/epics/new`,
    'list-epics-path': `${page}/epics`,
    'epics-docs-path': '/help/user/group/epics/index.md',
    'full-path': group.full_path,
    'labels-endpoint': `${page}/labels.json`,
    'milestones-endpoint': `${page}/milestones.json`,
    'can-create-epic': String(may),
    'timeframe-range-type': DEFAULT_VIEW.range,
    'preset-type': DEFAULT_VIEW.preset,
    'epics-state': DEFAULT_VIEW.state,
    'sorted-by': DEFAULT_VIEW.sort,
    'group-id': String(group.id),
    'allow-sub-epics': 'true',
    'child-epics': 'false',
  };
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escaped(value)}"`);
  return `<div id="js-roadmap" hidden ${attributes.join(' ')}></div>`;
}
