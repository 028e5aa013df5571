import type { GlobalId } from '../work-item/types.ts';
import type { WorkItem } from '../work-item/entity.ts';
import type { ConfirmedTree } from '../tree/state.ts';
import type { EpicRef } from '../epic/actions.ts';
import { selectEpic, selectEpicPermissions, type PageRoot } from '../epic/select.ts';
import { selectVisible } from '../mutation/index.ts';
import { recordsOf } from '../entities/index.ts';
import { inPlace } from '../store/place.ts';
import { get } from '../table/index.ts';
import { selectList } from '../tree/reads.ts';
import { fieldsIn, type SidebarEpic } from './fields.ts';
import { validateConfidentiality } from '../tree/rules.ts';
import type { SidebarRoot } from './state.ts';

/** The state with the tree that shows the children of this epic: over the page, if there. */
export const shownIn = (root: SidebarRoot, id: GlobalId): SidebarRoot =>
  inPlace(root, root.overTree?.root?.id === id ? 'over' : undefined);

/** Whether the viewer may change the epic's fields. */
export const canUpdate = (root: PageRoot): boolean => selectEpicPermissions(root).canUpdate;

/** The open page's epic as the wire names it; null until the page is there. */
export function openEpic(root: SidebarRoot): EpicRef | null {
  const epic = selectEpic(root);
  return epic === null ? null : { id: epic.id, groupPath: epic.group.fullPath, iid: epic.iid };
}

/** The epic with every edit that is not answered yet; null until the sidebar knows it. */
export const shownEpic = (root: SidebarRoot): SidebarEpic | null => fieldsIn(selectVisible(root), root.sidebar.id);

/** The epic as the server last said. */
export const confirmedEpic = ({ confirmed }: SidebarRoot, id: GlobalId): SidebarEpic | null => fieldsIn(confirmed, id);

/** The children of the open tree's root that are the epic's; null where not all of them are loaded. */
export function childrenOf(
  root: Pick<SidebarRoot, 'tree' | 'queries'>,
  tables: ConfirmedTree,
  id: GlobalId,
): readonly WorkItem[] | null {
  const order = get(tables.orders, id);
  const { status, next } = selectList(root, id);
  if (order === undefined || root.tree.root?.id !== id || status !== 'ready' || next !== null) return null;
  return recordsOf(tables.items, order.ids);
}

/** EP-10.2: as far as the shown children tell; the server looks at all of them. */
export function confidentialityRefusal(
  { confidential, parentConfidential }: SidebarEpic,
  children: readonly WorkItem[] | null,
): string | null {
  const open = (children ?? []).filter((child) => !child.confidential);
  const verdict = validateConfidentiality({
    confidential: !confidential,
    parentConfidential,
    hasPublicEpics: open.some(({ type }) => type === 'epic'),
    hasPublicIssues: open.some(({ type }) => type !== 'epic'),
  });
  return verdict.ok ? null : verdict.error;
}
