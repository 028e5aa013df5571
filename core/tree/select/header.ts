import type { TreeConfig, TreeFormName, TreeRoot } from '../state.ts';
import {
  COUNTS_NOTICE,
  PARENT_ERRORS,
  countLines,
  healthBadges,
  scrolls,
  weightLine,
  type HealthBadge,
} from '../rules.ts';
import { selectRootStatus } from '../reads.ts';
import { rollupOf } from '../rollup.ts';
import type { WorkItemType } from '../../work-item/types.ts';
import { createSelector, TREES, type TreeView } from './view.ts';
import { sameData } from '../../entities/index.ts';
import { bitsOf, get } from '../../table/index.ts';
import { type WorkItem, hasPlace } from '../../work-item/entity.ts';
import {
  ALLOWED_CHILDREN,
  ROW_COLUMNS,
  typeNoun,
  childrenTexts,
  confidentialTooltip,
  rowProgress,
  type RowColumn,
} from '../../work-item/rules.ts';

export interface AddMenuItem {
  readonly form: TreeFormName;
  readonly label: string;
  /** For the work-item forms. */
  readonly childType?: WorkItemType;
}

export interface TreeHeader {
  readonly title: string;
  /** Child-epic counts only with sub-epics (TR-02.6); none, like the weight, before the root was read (TR-02.22). */
  readonly countLines: ReturnType<typeof countLines>;
  /** "Counts reflect children you may not have access to." */
  readonly countsNotice: string;
  readonly weight: ReturnType<typeof weightLine> | null;
  /** Three or none. */
  readonly health: readonly HealthBadge[];
  /** Null without sub-epics: then there is only the tree. */
  readonly tabs: { readonly active: 'tree' | 'roadmap' } | null;
  readonly labelsShown: boolean;
  /** The toggle is there in tree mode (TR-04). */
  readonly canToggleLabels: boolean;
  readonly addMenu: readonly AddMenuItem[];
  readonly confidential: { readonly tooltip: string; readonly notice: string } | null;
}

export const selectRootItem = ({ visible, tree }: TreeView): WorkItem | undefined =>
  tree.root?.id == null ? undefined : get(visible.items, tree.root.id);

/** TR-19.22: what may stand under the work item, each to be created or added. */
const workItemMenu = (type: WorkItemType): readonly AddMenuItem[] =>
  ALLOWED_CHILDREN[type].flatMap(({ type: childType }) => {
    const name = typeNoun(childType);
    return [
      { form: 'createWorkItem' as const, label: `Add a new ${name}`, childType },
      { form: 'addWorkItem' as const, label: `Add an existing ${name}`, childType },
    ];
  });

/**
 * TR-17.1: the issue entries are always there; the epic entries need sub-epics and the right to relate. TR-17.20: nobody is offered what needs signing in;
 * TR-17.21: a new epic only to who may make one in the epic's group.
 */
export function addMenu({ kind, type, permissions }: TreeRoot, config: TreeConfig): readonly AddMenuItem[] {
  const { canAdminRelation, canCreate } = permissions;
  if (!config.userSignedIn) return [];
  if (kind === 'workItem') return canAdminRelation ? workItemMenu(type) : [];
  const menu: AddMenuItem[] = [
    { form: 'createIssue', label: 'Add a new issue' },
    { form: 'addIssue', label: 'Add an existing issue' },
  ];
  if (!config.allowSubEpics || !canAdminRelation) return menu;
  if (canCreate) menu.push({ form: 'createEpic', label: 'Add a new epic' });
  return [...menu, { form: 'addEpic', label: 'Add an existing epic' }];
}

/** TR-19.28: an item of a project names its list by what may stand in it. */
function titleOf(root: TreeRoot, config: TreeConfig): string {
  if (root.kind === 'workItem') return childrenTexts(root.type)?.heading ?? 'Child items';
  return config.allowSubEpics ? 'Child issues and epics' : 'Child issues';
}

/** TR-02.21: the header of the tree, from the root's roll-ups with the pending moves applied. Null without a tree. */
export const selectTreeHeader: (view: TreeView) => TreeHeader | null = createSelector(
  [
    selectRootItem,
    ({ tree }: TreeView) => tree.root,
    ({ tree }: TreeView) => tree.config,
    ({ tree }: TreeView) => tree.labelsShown,
    ({ tree }: TreeView) => tree.tab,
  ],
  (item, root, config, labelsShown, tab): TreeHeader | null => {
    if (root === null) return null;
    // TR-02.22: the page may know the item before anybody has counted its children.
    const known = item?.hasChildren === undefined ? null : rollupOf(item);
    return {
      title: titleOf(root, config),
      countLines: known === null ? [] : countLines(known.counts, config.allowSubEpics),
      countsNotice: COUNTS_NOTICE,
      weight: known === null ? null : weightLine(known.weights),
      health: config.allowIssuableHealthStatus && known !== null ? healthBadges(known.health) : [],
      tabs: root.kind === 'epic' && root.place === undefined && config.allowSubEpics ? { active: tab } : null,
      labelsShown,
      canToggleLabels: tab === 'tree',
      addMenu: addMenu(root, config),
      confidential:
        (item?.confidential ?? root.confidential)
          ? { tooltip: confidentialTooltip(root.type), notice: PARENT_ERRORS.confidentialIssue }
          : null,
    };
  },
  { memoizeOptions: { ...TREES, resultEqualityCheck: sameData } },
);

const directChildren = ({ visible, tree }: TreeView): number =>
  tree.root?.id == null ? 0 : (get(visible.orders, tree.root.id)?.ids.length ?? 0);

/** TR-13.21: nothing is left below the root. */
export const selectTreeEmpty = (view: TreeView): boolean =>
  selectRootStatus(view) === 'ready' && directChildren(view) === 0;

/** TR-08.20 */
export const selectTreeScrolls = (view: TreeView): boolean => scrolls(directChildren(view));

const holds: Readonly<Record<RowColumn, (item: WorkItem) => boolean>> = {
  counts: ({ descendantCounts, tasks }) => Object.values(descendantCounts ?? tasks ?? {}).some((count) => count > 0),
  progress: ({ descendantCounts }) => rowProgress(descendantCounts ?? null) !== null,
  weight: ({ weight }) => weight != null,
  milestone: ({ milestone }) => milestone != null,
  due: ({ dueDate }) => dueDate != null,
  health: ({ healthStatus, healthCounts }) =>
    healthStatus != null || (healthCounts != null && Object.values(healthCounts).some((count) => count > 0)),
  assignees: ({ assignees }) => (assignees?.length ?? 0) > 0,
  updated: () => true,
};

/** The item whose page this is stands in the table too, and is no row. */
const bits = bitsOf<WorkItem>((item) =>
  hasPlace(item) ? ROW_COLUMNS.reduce((sum, column, index) => sum | (holds[column](item) ? 1 << index : 0), 0) : 0,
);

const known = new Map<number, readonly RowColumn[]>();

/** TR-07.50: the columns in which any item of the tree has something; the same list as long as they are the same. */
export function selectTreeColumns({ visible }: TreeView): readonly RowColumn[] {
  const held = bits(visible.items);
  let columns = known.get(held);
  if (columns === undefined) {
    columns = ROW_COLUMNS.filter((_, index) => (held & (1 << index)) !== 0);
    known.set(held, columns);
  }
  return columns;
}
