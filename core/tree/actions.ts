import type { GlobalId, WorkItemType } from '../work-item/types.ts';
import type { WorkItem } from '../work-item/entity.ts';
import type {
  CandidateOption,
  GroupOption,
  MoveChoice,
  ProjectOption,
  Removal,
  TreeConfig,
  TreeFormName,
  TreeRoot,
} from './state.ts';
import { mutation } from '../mutation/index.ts';
import { serverAction, userAction, type NoticeDraft } from '../store/action.ts';
import type { ChildDrop, MoveIntent } from './rules.ts';
import { toldIn } from './place.ts';
import { fieldActions } from './references.ts';

export interface TreeOpening {
  readonly root: Partial<TreeRoot> & Pick<TreeRoot, 'kind' | 'fullPath' | 'iid'>;
  readonly config: Partial<TreeConfig>;
}

interface FormBase {
  /** Of the form. */
  readonly serial: number;
  readonly parentId: GlobalId;
}

interface NewItem extends FormBase {
  readonly title: string;
  readonly confidential: boolean;
}

/** What a form asks for. */
export type FormRequest =
  | (FormBase & {
      readonly form: 'addEpic' | 'addIssue';
      /** Null: where to ask is not known. */
      readonly endpoint: string | null;
      readonly references: readonly string[];
      /** Of the parent and of the page: what short references in the answer belong to. */
      readonly groupPaths: readonly string[];
    })
  | (NewItem & { readonly form: 'createEpic'; readonly groupId: GlobalId | null })
  | (NewItem & { readonly form: 'createIssue'; readonly project: ProjectOption })
  | (NewItem & {
      readonly form: 'createWorkItem';
      readonly childType: WorkItemType;
      readonly projectPath: string;
      readonly milestoneId: GlobalId | null;
      readonly iterationId: GlobalId | null;
    })
  | (FormBase & {
      readonly form: 'addWorkItem';
      readonly childrenIds: readonly GlobalId[];
      readonly references: readonly string[];
    });

/** A move in the tree that is open; `rootId`: of its root. */
export interface ChildMove extends MoveIntent {
  readonly rootId: GlobalId;
}

/** A child that is taken out of its parent. */
export interface ChildRemoval extends Removal {
  /** `item`: of a work item, which says itself under which parent it is. */
  readonly kind: 'epic' | 'issue' | 'item';
  /** Of an epic's child; null: the way to it is not known. */
  readonly relationPath: string | null;
}

/** A child that was taken out of its parent and comes back (RP-02.215). */
export interface ChildRestoral extends Removal {
  readonly kind: ChildRemoval['kind'];
  /** The long form, `group&12` or `group/project#7`. */
  readonly reference: string;
  /** Its former neighbours; null: there was none. */
  readonly before: GlobalId | null;
  readonly after: GlobalId | null;
}

/** What a person does in the tree. */
export const treeActions = {
  opened: userAction<TreeOpening>('tree/opened'),
  closed: userAction('tree/closed'),
  tabChosen: userAction<{ tab: 'tree' | 'roadmap' }>('tree/tabChosen'),
  /** The chevron: collapses, or expands; the first time it fetches. */
  itemToggled: userAction<{ id: GlobalId }>('tree/itemToggled'),
  nextPageAsked: userAction<{ parentId: GlobalId }>('tree/nextPageAsked'),
  /** After a failure of the first page of the root. */
  retried: userAction('tree/retried'),
  labelsToggled: userAction('tree/labelsToggled'),

  /** Opening one form closes the others (TR-12). `childType` is for the work-item forms. */
  /** `restored`: with what was typed before, and not by the person. */
  formOpened: userAction<{ form: TreeFormName; parentId?: GlobalId; childType?: WorkItemType; restored?: true }>(
    'tree/formOpened',
  ),
  formClosed: userAction('tree/formClosed'),
  /** Of the open form. The answer: the rows of what it added, as far as the server describes them. */
  formSubmitted: mutation<FormRequest, readonly WorkItem[], void>('tree/formSubmitted'),
  titleTyped: userAction<{ title: string }>('tree/titleTyped'),
  confidentialToggled: userAction('tree/confidentialToggled'),
  ...fieldActions('tree'),
  groupsSearched: userAction<{ search: string }>('tree/groupsSearched'),
  groupChosen: userAction<{ group: GroupOption | null }>('tree/groupChosen'),
  projectsSearched: userAction<{ search: string }>('tree/projectsSearched'),
  projectChosen: userAction<{ project: ProjectOption }>('tree/projectChosen'),
  candidatesSearched: userAction<{ search: string }>('tree/candidatesSearched'),
  candidateToggled: userAction<{ candidate: CandidateOption }>('tree/candidateToggled'),

  removeAsked: userAction<Removal>('tree/removeAsked'),
  removeCancelled: userAction('tree/removeCancelled'),
  /** Of the child that was asked about; a removal that was taken back is made once more without a question. */
  removeConfirmed: mutation<ChildRemoval, true, Removal | void>('tree/removeConfirmed'),
  /** A removal is taken back (RP-02.215). The answer: its row, as the new parent has it. */
  childRestored: mutation<ChildRestoral, readonly WorkItem[]>('tree/childRestored'),

  dragStarted: userAction<{ id: GlobalId; parentId: GlobalId }>('tree/dragStarted'),
  /** The pointer moved during a drag; `overId` is the item row under it. */
  dragMoved: userAction<{ overId: GlobalId | null; x: number; y: number }>('tree/dragMoved'),
  dragCancelled: userAction('tree/dragCancelled'),
  /** Ends the drag. */
  dropped: userAction<ChildDrop>('tree/dropped'),
  moveTargetsOpened: userAction<{ id: GlobalId }>('tree/moveTargetsOpened'),
  moveTargetsSearched: userAction<{ search: string }>('tree/moveTargetsSearched'),
  moveTargetsClosed: userAction('tree/moveTargetsClosed'),
  moveChosen: userAction<MoveChoice>('tree/moveChosen'),
  /** A move in its final words; `dropped` and `moveChosen` end in it. */
  childMoved: mutation<ChildMove, true, MoveIntent>('tree/childMoved'),
};

/** What the server answered; put by the saga. */
export const treeAnswers = {
  settingsRead: serverAction<{ labelsShown: boolean; today: string }>('tree/settingsRead'),
  /** The pointer waited over a collapsed parent in a drag: it opens, and fetches its children if it has to. */
  itemExpanded: serverAction<{ id: GlobalId }>('tree/itemExpanded'),
  announced: serverAction<{ text: string }>('tree/announced'),
};

/** A child came to a parent, or left it. */
export const changesChildren = (action: { readonly type: string }): boolean =>
  bringsChildren(action) || treeActions.removeConfirmed.committed.match(action) || isMovedAcross(action);

const isMovedAcross = (action: { readonly type: string }): boolean =>
  treeActions.childMoved.committed.match(action) && action.payload.asked.fromParentId !== action.payload.asked.parentId;

export const bringsChildren = (action: { readonly type: string }): boolean =>
  treeActions.formSubmitted.committed.match(action) || treeActions.childRestored.committed.match(action);

/** The alert of a failure in the tree. */
export const treeAlert = (
  text: string,
  detail: string | null = null,
  at: Pick<NoticeDraft, 'scope' | 'place'> = toldIn(undefined),
): NoticeDraft => ({ kind: 'danger', text, ...(detail === null ? {} : { detail }), ...at });
