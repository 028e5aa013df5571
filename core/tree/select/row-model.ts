import type { BadgeVariant, RowProgress, TaskCounts } from '../../work-item/rules.ts';
import type { GlobalId, ItemPermissions, Label, Person, WorkItemState, WorkItemType } from '../../work-item/types.ts';
import type { ShownItem } from '../../work-item/shown.ts';
import type { TreeConfig, TreeState } from '../state.ts';
import { referenceIn, type TreeView } from './view.ts';
import { shownItem } from '../../work-item/shown.ts';
import { formatDay } from '../../calendar/rules.ts';
import { get } from '../../table/index.ts';
import {
  assigneeSlots,
  blockedByText,
  confidentialTooltip,
  HEALTH,
  isOverdue,
  labelledListPath,
  milestoneSaid,
  rowIcon,
  rowProgress,
  splitScopedLabel,
  stateText,
  tryParseGlobalId,
  TYPE_NAMES,
} from '../../work-item/rules.ts';
import { canRemove, countLines, healthBadges, showsHealth, type CountLine, type HealthBadge } from '../rules.ts';

export interface LabelModel extends Label {
  /** Null where scoped labels are off, or where this is none. */
  readonly scoped: { readonly scope: string; readonly value: string } | null;
  /** The list of items with this label. */
  readonly href: string;
}

/** What a row shows, decided. */
export interface RowModel {
  readonly id: GlobalId;
  readonly type: WorkItemType;
  readonly icon: string;
  /** For screen readers: `Closed epic`, `Blocked issue`. */
  readonly iconLabel: string;
  readonly state: WorkItemState;
  readonly reference: string;
  readonly title: string;
  readonly href: string;
  readonly confidential: { readonly tooltip: string } | null;
  readonly stateText: 'Closed' | 'Created';
  /** ISO instant. */
  readonly stateAt: string | null;
  /** Of the last change, an ISO instant. */
  readonly updatedAt: string | null;
  readonly weight: number | null;
  /** Its title, and the sentence with its dates (TR-22.4). `late`: past due beside an open item, shown as a danger (TR-22.3). */
  readonly milestone: { readonly text: string; readonly label: string; readonly late: boolean } | null;
  readonly dueDate: string | null;
  /** `Mar 1, 2026` */
  readonly dueText: string | null;
  /** The item is open and its due date has passed (TR-22.3). */
  readonly late: boolean;
  /** Empty while labels are hidden (TR-04). */
  readonly labels: readonly LabelModel[];
  readonly assignees: { readonly shown: readonly Person[]; readonly hidden: number; readonly more: string | null };
  readonly health: { readonly label: string; readonly variant: BadgeVariant } | null;
  /** With what the popover asks for (RL-05); the group is an epic's own. */
  readonly blocked: {
    readonly count: number;
    readonly text: string;
    readonly kind: 'epic' | 'issue';
    readonly iid: string;
    readonly groupPath: string | null;
    readonly webPath: string;
  } | null;
  /** Lines of the counts; null on anything but an epic. */
  readonly counts: readonly CountLine[] | null;
  /** Of an issue. */
  readonly tasks: TaskCounts | null | undefined;
  readonly progress: RowProgress | null;
  /** Three or none. */
  readonly healthCounts: readonly HealthBadge[];
  readonly canRemove: boolean;
  readonly canMove: boolean;
}

interface Made {
  readonly rights: ItemPermissions;
  readonly config: TreeConfig;
  readonly labelsShown: boolean;
  readonly today: string;
  readonly kind: string;
  readonly here: string;
  readonly model: RowModel;
}

/** Of the tree of the page, and of the one over it: an item may stand in both. */
const MODELS = { page: new WeakMap<ShownItem, Made>(), over: new WeakMap<ShownItem, Made>() };

/** The rights on a parent: the page knows more about the root than its query. */
export function rightsOn({ visible, tree }: TreeView, parentId: GlobalId | undefined): ItemPermissions | null {
  if (tree.root !== null && (parentId === undefined || parentId === tree.root.id)) return tree.root.permissions;
  return parentId === undefined ? null : (get(visible.items, parentId)?.permissions ?? null);
}

/** TR-07.20: one model per item; the same one until the item, what it names, the rights on its parent, the settings or the day change. */
export function selectRowModel(view: TreeView, id: GlobalId): RowModel | null {
  const { visible, tree } = view;
  const known = get(visible.items, id);
  const rights = rightsOn(view, get(visible.parents, id));
  if (known === undefined || rights === null) return null;
  const item = shownItem(visible, known);
  const { config, labelsShown, today } = tree;
  const kind = tree.root?.kind ?? 'epic';
  const here = tree.root?.fullPath ?? '';
  const models = MODELS[tree.root?.place ?? 'page'];
  const made = models.get(item);
  if (
    made !== undefined &&
    made.rights === rights &&
    made.config === config &&
    made.labelsShown === labelsShown &&
    made.today === today &&
    made.kind === kind &&
    made.here === here
  ) {
    return made.model;
  }
  const model = modelOf(item, rights, tree);
  models.set(item, { rights, config, labelsShown, today, kind, here, model });
  return model;
}

function modelOf(item: ShownItem, rights: ItemPermissions, tree: TreeState): RowModel {
  const { config, today } = tree;
  const isWorkItem = tree.root?.kind === 'workItem';
  const { text, at } = stateText(item);
  const isBlocked = item.blocked && item.state !== 'closed';
  return {
    id: item.id,
    type: item.type,
    icon: rowIcon(item),
    iconLabel: iconLabel(item, isBlocked),
    state: item.state,
    reference: referenceIn(tree, item),
    title: item.title,
    href: isWorkItem ? workItemPath(item) : item.webPath,
    confidential: item.confidential ? { tooltip: confidentialTooltip(item.type) } : null,
    stateText: text,
    stateAt: at,
    updatedAt: item.updatedAt,
    weight: item.weight,
    milestone: milestoneModel(item, today),
    dueDate: item.dueDate,
    dueText: item.dueDate === null ? null : formatDay(item.dueDate),
    late: today !== '' && isOverdue(item, item, today),
    labels: tree.labelsShown ? item.labels.map((label) => labelModel(label, item.type, config)) : [],
    assignees: isWorkItem ? twoAvatars(item.assignees) : assigneeSlots(item.assignees),
    health:
      item.healthStatus !== null && showsHealth(item, config.allowIssuableHealthStatus)
        ? HEALTH[item.healthStatus]
        : null,
    blocked: isBlocked ? blockedModel(item) : null,
    counts: item.descendantCounts === null ? null : countLines(item.descendantCounts, config.allowSubEpics),
    tasks: item.tasks,
    progress: rowProgress(item.descendantCounts),
    healthCounts:
      item.healthCounts !== null && showsHealth(item, config.allowIssuableHealthStatus)
        ? healthBadges(item.healthCounts)
        : [],
    canRemove: isWorkItem ? rights.canUpdate : item.relationPath !== null && canRemove(item.type, rights),
    canMove: config.userSignedIn && rights.canAdmin,
  };
}

function iconLabel(item: ShownItem, isBlocked: boolean): string {
  const name = TYPE_NAMES[item.type];
  if (item.state === 'closed') return `Closed ${name.toLowerCase()}`;
  return isBlocked && item.type !== 'epic' ? `Blocked ${name.toLowerCase()}` : name;
}

function blockedModel(item: ShownItem): NonNullable<RowModel['blocked']> {
  const { blockedByCount: count, iid, webPath } = item;
  const kind = item.type === 'epic' ? 'epic' : 'issue';
  return { count, text: blockedByText(kind, count), kind, iid, groupPath: item.group?.fullPath ?? null, webPath };
}

/** TR-25.22 */
function workItemPath(item: ShownItem): string {
  const parsed = tryParseGlobalId(item.id);
  return item.projectPath === null || parsed === null ? item.webPath : `/${item.projectPath}/-/work_items/${parsed.id}`;
}

/** TR-25.23: two avatars at most; the rest is counted. */
const twoAvatars = (assignees: readonly Person[]): RowModel['assignees'] => {
  const hidden = Math.max(assignees.length - 2, 0);
  return { shown: assignees.slice(0, 2), hidden, more: hidden === 0 ? null : hidden > 99 ? '99+' : `+${hidden}` };
};

function milestoneModel(item: ShownItem, today: string): RowModel['milestone'] {
  const { milestone } = item;
  if (milestone === null) return null;
  const isKnown = today !== '';
  return { ...milestoneSaid(milestone, isKnown ? today : null), late: isKnown && isOverdue(item, milestone, today) };
}

/** TR-07.21: a label leads to the list of epics or issues that have it. */
function labelModel(label: Label, type: WorkItemType, config: TreeConfig): LabelModel {
  const list = type === 'epic' ? config.epicsWebUrl : config.issuesWebUrl;
  return {
    ...label,
    scoped: config.allowScopedLabels ? splitScopedLabel(label.title) : null,
    href: labelledListPath(list, label.title),
  };
}
