import type { ItemRecords } from '../work-item/entity.ts';
import type { GlobalId, ItemPermissions, WorkItemType } from '../work-item/types.ts';
import type { Table } from '../table/index.ts';
import type { Pending } from '../mutation/index.ts';
import type { Queries } from '../query/index.ts';
import type { FieldError, ReferenceField } from './rules.ts';

/**
 * The children of one parent, epics and issues in the one shared order, as they are shown: the open ones first, then the
 * closed ones, each by relative position (TR-14.8). Kept so, because a list is shown far oftener than it is read.
 */
export interface ChildOrder {
  readonly ids: readonly GlobalId[];
  /** How many of them, from the first on, are open. */
  readonly open: number;
}

/** What the server said about trees. */
export interface ConfirmedTree extends ItemRecords {
  readonly orders: Table<ChildOrder>;
  /** The parent of every item that stands in one of `orders`. */
  readonly parents: Table<GlobalId>;
}

/** TR-21: what the page hands to the tree. Paths have no host. */
export interface TreeConfig {
  /** POST of epic references, for example `/groups/a/-/epics/1/links`. */
  readonly epicsEndpoint: string;
  /** POST of issue references, for example `/groups/a/-/epics/1/issues`. */
  readonly issuesEndpoint: string;
  /** GET of the projects in which an issue can be created, `/api/v4/groups/7/projects`. */
  readonly projectsEndpoint: string;
  readonly epicsWebUrl: string;
  readonly issuesWebUrl: string;
  readonly userSignedIn: boolean;
  /** The signed-in user, under whose name recent projects are kept; null when signed out. */
  readonly username: string | null;
  readonly autoCompleteEpics: boolean;
  readonly autoCompleteIssues: boolean;
  readonly allowIssuableHealthStatus: boolean;
  readonly allowScopedLabels: boolean;
  readonly allowSubEpics: boolean;
  /** Iterations are on: a created child inherits its parent's. */
  readonly allowIterations: boolean;
}

/** The parent whose children the tree shows (specification, epic page §3 "Parent epic"). */
export interface TreeRoot {
  /** `workItem`: an issue, incident or objective whose children are work items (TR-19, TR-25). */
  readonly kind: 'epic' | 'workItem';
  /** Null until the first answer, where the page does not know it. */
  readonly id: GlobalId | null;
  readonly iid: string;
  /** Full path of the group of an epic, of the project of any other item. */
  readonly fullPath: string;
  /** Empty where its record says it. */
  readonly title: string;
  readonly reference: string;
  readonly confidential: boolean;
  readonly type: WorkItemType;
  readonly groupId: GlobalId | null;
  readonly groupName: string;
  readonly permissions: ItemPermissions;
  /** The tree is over the page (WI-14.8). */
  readonly place?: 'over';
}

/** How an item stands whose children somebody wants to see, or wanted to. `opening`: they are read for the first time. */
export type Expansion = 'opening' | 'expanded' | 'collapsed';

export interface Choice<T> {
  readonly search: string;
  readonly list: readonly T[];
  readonly selected: T | null;
}

export interface GroupOption {
  readonly id: GlobalId;
  readonly name: string;
  readonly fullName: string;
  readonly fullPath: string;
}

export interface ProjectOption {
  readonly id: GlobalId;
  readonly name: string;
  readonly nameWithNamespace: string;
  readonly fullPath: string;
}

export interface CandidateOption {
  readonly id: GlobalId;
  readonly title: string;
  readonly reference: string;
  readonly state: 'opened' | 'closed';
}

export interface FormBase {
  /** Counts openings: what was sent of a form that was closed meanwhile is told apart. */
  readonly serial: number;
  readonly parentId: GlobalId;
  readonly error: FieldError | null;
  /** It came back by itself, and leaves the focus where it is. */
  readonly restored?: true;
}

/** TR-09: add existing epics or issues. */
export interface AddExistingForm extends FormBase, ReferenceField {
  readonly form: 'addEpic' | 'addIssue';
}

/** TR-10 */
export interface CreateEpicForm extends FormBase {
  readonly form: 'createEpic';
  readonly title: string;
  readonly groups: Choice<GroupOption>;
}

/** TR-11 */
export interface CreateIssueForm extends FormBase {
  readonly form: 'createIssue';
  readonly title: string;
  readonly projects: Choice<ProjectOption>;
  readonly recent: readonly ProjectOption[];
}

/** TR-19: a child of a work item. */
export interface WorkItemForm extends FormBase {
  readonly form: 'createWorkItem' | 'addWorkItem';
  readonly childType: WorkItemType;
  readonly title: string;
  readonly confidential: boolean;
  readonly candidates: Pick<Choice<CandidateOption>, 'search' | 'list'>;
  readonly selected: readonly CandidateOption[];
}

export type TreeForm = AddExistingForm | CreateEpicForm | CreateIssueForm | WorkItemForm;
export type TreeFormName = TreeForm['form'];

/** A child whose removal waits for a yes (TR-13). */
export interface Removal {
  readonly id: GlobalId;
  readonly parentId: GlobalId;
}

export interface DragState {
  readonly id: GlobalId;
  readonly fromParentId: GlobalId;
  /** The collapsed parent under the pointer that will open if the pointer stays still. */
  readonly overId: GlobalId | null;
}

/** A choice of the row menu or of the keyboard; `parentId` in `to`: to the top of another parent's children. */
export interface MoveChoice {
  readonly id: GlobalId;
  readonly parentId: GlobalId;
  readonly to: 'up' | 'down' | 'top' | 'bottom' | { readonly parentId: GlobalId };
}

/** An epic that was found outside of what the tree shows. */
export interface FoundParent {
  readonly id: GlobalId;
  readonly title: string;
  readonly reference: string;
  readonly confidential: boolean;
  readonly mayAdmin: boolean;
  /** Its ancestors, as far as the viewer may see them. */
  readonly aboveIds: readonly GlobalId[];
}

/** "Move to…" is open for an item. */
export interface MoveSearch {
  readonly id: GlobalId;
  readonly search: string;
  readonly found: readonly FoundParent[];
}

export interface TreeState {
  readonly root: TreeRoot | null;
  readonly config: TreeConfig;
  /** The viewer's civil day. */
  readonly today: string;
  /** By item; none for the root. */
  readonly expansion: Table<Expansion>;
  readonly defaultProject: { readonly id: GlobalId; readonly nameWithNamespace: string } | null;
  /** The iteration of the root, where it is a work item: what its new children inherit. */
  readonly rootIterationId: GlobalId | null;
  readonly labelsShown: boolean;
  readonly tab: 'tree' | 'roadmap';
  readonly form: TreeForm | null;
  readonly formSerial: number;
  readonly removal: Removal | null;
  readonly drag: DragState | null;
  /** Absent: "Move to…" is not open. */
  readonly moving?: MoveSearch;
  /** What a screen reader is told; `id` changes with every announcement, so that the same text is read again. */
  readonly announcement: { readonly id: number; readonly text: string };
}

/** The part of the state that the tree's records and sagas read. */
export interface TreeSlices {
  readonly confirmed: ConfirmedTree;
  readonly pending: readonly Pending[];
  readonly versions: Table<number>;
  readonly queries: Queries;
  readonly tree: TreeState;
  /** Of the item over the page. */
  readonly overTree: TreeState;
}
