import { DEFAULT_VIEW } from '@espalier/core/roadmap/rules';
import type { Viewer } from '../access/viewer.ts';
import type { Db } from '../db/types.ts';
import { mayIn } from '../command/item.ts';
import { sqlStore } from '../store/sql/index.ts';
import type { PagePath } from './router.ts';

/** Is this the address of a group's roadmap? The group need not exist. */
export const isRoadmapPage = ({ kind, rest }: PagePath): boolean => kind === 'group' && rest === 'roadmap';

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);

/**
 * RM-01.20: the element whose attributes the roadmap page starts from. Null where the viewer may not see the group, so that a hidden group gets the same
 * page as a missing one.
 */
export async function roadmapElement(db: Db, viewer: Viewer, groupPath: string): Promise<string | null> {
  const group = await sqlStore(db).group(viewer, groupPath);
  if (group === undefined) return null;
  const page = `/groups/${group.group_path}/-`;
  const data: Readonly<Record<string, string>> = {
    'new-epic-path': `${page}/epics/new`,
    'list-epics-path': `${page}/epics`,
    'epics-docs-path': '/help/user/group/epics/index.md',
    'full-path': group.group_path,
    'labels-endpoint': `${page}/labels.json`,
    'milestones-endpoint': `${page}/milestones.json`,
    'can-create-epic': String(mayIn(viewer, 'createEpic', group)),
    'timeframe-range-type': DEFAULT_VIEW.range,
    'preset-type': DEFAULT_VIEW.preset,
    'epics-state': DEFAULT_VIEW.state,
    'sorted-by': DEFAULT_VIEW.sort,
    'group-id': String(group.group_id),
    'allow-sub-epics': 'true',
    'child-epics': 'false',
  };
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escaped(value)}"`);
  return `<div id="js-roadmap" hidden ${attributes.join(' ')}></div>`;
}
