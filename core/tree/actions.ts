import type { NoticeDraft } from '../store/types.ts';
import type { GlobalId, TreeItem, WorkItemType } from '../work-item/types.ts';
import type {
  CandidateOption,
  FormError,
  FoundParent,
  GroupOption,
  PageMark,
  ProjectOption,
  TreeConfig,
  TreeFormName,
  TreeRoot,
} from './state.ts';
import { makingEvent, serverEvent, userEvent } from '../store/action.ts';
import type { CompletionAnswer, MoveIntent, NamedItem } from './rules.ts';

/** One reading of a parent's children, from the first page on. */
export interface ChildrenAnswer {
  readonly parentId: GlobalId;
  /** `first` and `refresh` replace what is known; `next` adds to it. */
  readonly read: 'first' | 'next' | 'refresh';
  /** The parent itself, with its roll-ups; null where the answer does not describe it. */
  readonly parent: TreeItem | null;
  readonly items: readonly TreeItem[];
  readonly epics: PageMark;
  readonly issues: PageMark;
  readonly defaultProject: { readonly id: GlobalId; readonly nameWithNamespace: string } | null;
  /** Of a parent that is a work item. */
  readonly iterationId: GlobalId | null;
}

export interface TreeOpening {
  readonly root: Partial<TreeRoot> & Pick<TreeRoot, 'kind' | 'fullPath' | 'iid'>;
  readonly config: Partial<TreeConfig>;
}

/** What a person does in the tree. */
export const treeActions = {
  opened: userEvent<TreeOpening>('tree/opened'),
  closed: userEvent('tree/closed'),
  tabChosen: userEvent<{ tab: 'tree' | 'roadmap' }>('tree/tabChosen'),
  /** The chevron: collapses, or expands; the first time it fetches. */
  itemToggled: userEvent<{ id: GlobalId }>('tree/itemToggled'),
  nextPageAsked: userEvent<{ parentId: GlobalId }>('tree/nextPageAsked'),
  /** After a failure of the first page of the root. */
  retried: userEvent('tree/retried'),
  labelsToggled: userEvent('tree/labelsToggled'),

  /** Opening one form closes the others (TR-12). `childType` is for the work-item forms. */
  /** `restored`: with what was typed before, and not by the person. */
  formOpened: userEvent<{ form: TreeFormName; parentId?: GlobalId; childType?: WorkItemType; restored?: true }>(
    'tree/formOpened',
  ),
  formClosed: userEvent('tree/formClosed'),
  formSubmitted: userEvent('tree/formSubmitted'),
  titleTyped: userEvent<{ title: string }>('tree/titleTyped'),
  confidentialToggled: userEvent('tree/confidentialToggled'),
  /** `caret` counts UTF-16 units; finished words become pending references. */
  referencesTyped: userEvent<{ text: string; caret: number }>('tree/referencesTyped'),
  /** The field lost the focus, or Enter: every word is finished. */
  referencesLeft: userEvent('tree/referencesLeft'),
  referenceRemoved: userEvent<{ index: number }>('tree/referenceRemoved'),
  /** An offered item takes the place of the word that is being typed. */
  completionChosen: userEvent<{ reference: string }>('tree/completionChosen'),
  /** The list of offered items is closed until the next key. */
  completionClosed: userEvent('tree/completionClosed'),
  groupsSearched: userEvent<{ search: string }>('tree/groupsSearched'),
  groupChosen: userEvent<{ group: GroupOption | null }>('tree/groupChosen'),
  projectsSearched: userEvent<{ search: string }>('tree/projectsSearched'),
  projectChosen: userEvent<{ project: ProjectOption }>('tree/projectChosen'),
  candidatesSearched: userEvent<{ search: string }>('tree/candidatesSearched'),
  candidateToggled: userEvent<{ candidate: CandidateOption }>('tree/candidateToggled'),

  removeAsked: userEvent<{ id: GlobalId; parentId: GlobalId }>('tree/removeAsked'),
  removeCancelled: userEvent('tree/removeCancelled'),
  removeConfirmed: userEvent('tree/removeConfirmed'),

  dragStarted: userEvent<{ id: GlobalId; parentId: GlobalId }>('tree/dragStarted'),
  /** The pointer moved during a drag; `overId` is the item row under it. */
  dragMoved: userEvent<{ overId: GlobalId | null; x: number; y: number }>('tree/dragMoved'),
  dragCancelled: userEvent('tree/dragCancelled'),
  /** Ends the drag. `index` is the place among the target's shown children with the moved item taken out. */
  dropped: userEvent<{ id: GlobalId; fromParentId: GlobalId; toParentId: GlobalId; index: number }>('tree/dropped'),
  moveTargetsOpened: userEvent<{ id: GlobalId }>('tree/moveTargetsOpened'),
  moveTargetsSearched: userEvent<{ search: string }>('tree/moveTargetsSearched'),
  moveTargetsClosed: userEvent('tree/moveTargetsClosed'),
  /** "Move to…" of the row menu and of the keyboard; `parent`: to the top of another parent's children. */
  moveChosen: userEvent<{
    id: GlobalId;
    parentId: GlobalId;
    to: 'up' | 'down' | 'top' | 'bottom' | { readonly parentId: GlobalId };
  }>('tree/moveChosen'),
  /** A move in its final words; `dropped` and `moveChosen` end in it. `meta.id` becomes the intent's id. */
  childMoved: makingEvent<MoveIntent>('tree/childMoved'),
};

/** What the server answered; put by the saga. */
export const treeAnswers = {
  settingsRead: serverEvent<{ labelsShown: boolean; today: string }>('tree/settingsRead'),
  /** The pointer waited over a collapsed parent in a drag: it opens, and fetches its children if it has to. */
  itemExpanded: serverEvent<{ id: GlobalId }>('tree/itemExpanded'),
  childrenAsked: serverEvent<{ parentId: GlobalId | null; read: 'first' | 'next' }>('tree/childrenAsked'),
  childrenRead: serverEvent<ChildrenAnswer>('tree/childrenRead'),
  /** `missing`: the parent does not exist for the viewer. */
  childrenRefused: serverEvent<{ parentId: GlobalId | null; read: 'first' | 'next'; missing: boolean }>(
    'tree/childrenRefused',
  ),
  /** Folds the move and drops the intent, in one step. */
  moveConfirmed: serverEvent<{ intentId: string; move: MoveIntent }>('tree/moveConfirmed'),
  /**
   * Drops the intent; the alert is in `meta.notice`. `unknown`: no answer ever came, it may have been done. `gone`: the child, a parent or the
   * neighbour is not there any more.
   */
  moveRefused: serverEvent<{ intentId: string; move: MoveIntent; unknown: boolean; gone?: true }>('tree/moveRefused'),
  /** `done` closes the form of that serial; otherwise it stays open, with the error where it has one of its own. */
  formSettled: serverEvent<{ serial: number; done: boolean; error: FormError | null }>('tree/formSettled'),
  childrenAdded: serverEvent<{ parentId: GlobalId; items: readonly TreeItem[] }>('tree/childrenAdded'),
  /** What was found for a word of the form of that serial. */
  completionRead: serverEvent<{ serial: number } & CompletionAnswer>('tree/completionRead'),
  /** RL-02.3 */
  referencesRead: serverEvent<{ serial: number; items: readonly NamedItem[] }>('tree/referencesRead'),
  /** `found` null: what there is outside of the tree could not be read. */
  moveTargetsRead: serverEvent<{ search: string; found: readonly FoundParent[] | null }>('tree/moveTargetsRead'),
  groupsAsked: serverEvent<{ search: string }>('tree/groupsAsked'),
  groupsRead: serverEvent<{ groups: readonly GroupOption[] }>('tree/groupsRead'),
  projectsAsked: serverEvent<{ search: string }>('tree/projectsAsked'),
  /** `chosen`: the project that is chosen where none is yet. */
  projectsRead: serverEvent<{ projects: readonly ProjectOption[]; chosen: ProjectOption | null }>('tree/projectsRead'),
  recentRead: serverEvent<{ projects: readonly ProjectOption[] }>('tree/recentProjectsRead'),
  candidatesAsked: serverEvent<{ search: string }>('tree/candidatesAsked'),
  candidatesRead: serverEvent<{ candidates: readonly CandidateOption[] }>('tree/candidatesRead'),
  removalSent: serverEvent<{ id: GlobalId; parentId: GlobalId }>('tree/removalSent'),
  childRemoved: serverEvent<{ id: GlobalId; parentId: GlobalId }>('tree/childRemoved'),
  /** `unknown`: no answer that can be read came, it may have been done. */
  removalRefused: serverEvent<{ id: GlobalId; parentId: GlobalId; unknown?: boolean }>('tree/removalRefused'),
  announced: serverEvent<{ text: string }>('tree/announced'),
};

/** The alert of a failure in the tree. */
export const treeAlert = (text: string, detail?: string): NoticeDraft => ({
  kind: 'danger',
  text,
  ...(detail === undefined ? {} : { detail }),
  scope: 'tree',
});
