import type { Stamped } from '../store/action.ts';
import type { GlobalId, ItemPermissions, WorkItem } from '../work-item/types.ts';
import type { ItemFlags, PageMark, TreeConfig, TreeRoot, TreeState } from './state.ts';
import { emptyTable, get, remove, set } from '../table/index.ts';
import { treeActions, treeAnswers, type ChildrenAnswer, type FormRequest, type TreeOpening } from './actions.ts';
import { reduceForm } from './form-slice.ts';
import { reduceMoveSearch } from './move-search.ts';

const NO_PAGE: PageMark = { endCursor: null, hasMore: false };

/** The flags of an item about which nothing is known yet. */
export const NO_FLAGS: ItemFlags = {
  expanded: false,
  loaded: false,
  loading: false,
  loadingMore: false,
  epics: NO_PAGE,
  issues: NO_PAGE,
};

export const DEFAULT_CONFIG: TreeConfig = {
  epicsEndpoint: '',
  issuesEndpoint: '',
  projectsEndpoint: '',
  epicsWebUrl: '',
  issuesWebUrl: '',
  userSignedIn: false,
  username: null,
  autoCompleteEpics: true,
  autoCompleteIssues: true,
  allowIssuableHealthStatus: true,
  allowScopedLabels: true,
  allowSubEpics: true,
  allowIterations: true,
};

export const NO_RIGHTS: ItemPermissions = {
  canAdmin: false,
  canAdminRelation: false,
  canUpdate: false,
  canCreate: false,
  canDestroy: false,
};

export const initialTree: TreeState = {
  root: null,
  config: DEFAULT_CONFIG,
  today: '',
  rootStatus: 'idle',
  flags: emptyTable(),
  defaultProject: null,
  rootIterationId: null,
  labelsShown: true,
  tab: 'tree',
  form: null,
  formSerial: 0,
  removal: null,
  drag: null,
  announcement: { id: 0, text: '' },
};

export const flagsOf = (state: Pick<TreeState, 'flags'>, id: GlobalId): ItemFlags => get(state.flags, id) ?? NO_FLAGS;

/** The parent is the root, or the root's id is not known yet and the answer is its first. */
export const isRoot = (state: TreeState, id: GlobalId | null): boolean =>
  state.root !== null && (id === null || state.root.id === id || state.root.id === null);

function withFlags(state: TreeState, id: GlobalId, change: Partial<ItemFlags>): TreeState {
  return { ...state, flags: set(state.flags, id, { ...flagsOf(state, id), ...change }) };
}

function open(state: TreeState, { root, config }: TreeOpening): TreeState {
  const made: TreeRoot = {
    id: null,
    title: '',
    reference: '',
    confidential: false,
    type: root.kind === 'epic' ? 'epic' : 'issue',
    groupId: null,
    groupName: '',
    permissions: NO_RIGHTS,
    ...root,
  };
  return {
    ...close(state),
    root: made,
    config: { ...DEFAULT_CONFIG, ...config },
    rootStatus: 'loading',
    announcement: state.announcement,
  };
}

/** TR-09.30: forms are counted on, so that the answer to one of a former tree is never taken for that of another. */
const close = ({ today, labelsShown, formSerial }: TreeState): TreeState => ({
  ...initialTree,
  today,
  labelsShown,
  formSerial,
});

const withRelation = (rights: ItemPermissions, page: ItemPermissions): ItemPermissions => ({
  ...rights,
  canAdminRelation: rights.canAdminRelation || page.canAdminRelation,
});

/** What the first answer tells about the root. The page may know a right that the query cannot ask for. */
function withRoot(state: TreeState, answer: ChildrenAnswer, parent: WorkItem | null): TreeState {
  if (state.root === null) return state;
  const known: TreeRoot = {
    ...state.root,
    id: answer.parentId,
    ...(parent === null
      ? {}
      : {
          confidential: parent.confidential,
          reference: state.root.reference === '' ? parent.reference : state.root.reference,
          type: parent.type,
          groupId: parent.group?.id ?? state.root.groupId,
          permissions: withRelation(parent.permissions ?? state.root.permissions, state.root.permissions),
        }),
  };
  return {
    ...state,
    root: known,
    rootStatus: 'ready',
    defaultProject: answer.defaultProject ?? state.defaultProject,
    rootIterationId: answer.iterationId,
  };
}

function toggle(state: TreeState, id: GlobalId): TreeState {
  const { loaded, expanded } = flagsOf(state, id);
  // TR-05.21: the first toggle fetches; TR-16.21: nothing collapses during a drag.
  if (!loaded || (expanded && state.drag !== null)) return state;
  return withFlags(state, id, { expanded: !expanded });
}

function read(state: TreeState, answer: ChildrenAnswer): TreeState {
  const root = isRoot(state, answer.parentId) ? withRoot(state, answer, answer.parent) : state;
  return withFlags(root, answer.parentId, {
    loaded: true,
    loading: false,
    ...(answer.read === 'refresh' ? {} : { loadingMore: false }),
    ...(answer.read === 'first' ? { expanded: true } : {}),
    epics: answer.epics,
    issues: answer.issues,
  });
}

function refuse(state: TreeState, parentId: GlobalId | null, isFirst: boolean, missing: boolean): TreeState {
  if (isFirst && isRoot(state, parentId)) {
    const failed: TreeState = { ...state, rootStatus: missing ? 'missing' : 'failed' };
    return parentId === null ? failed : withFlags(failed, parentId, { loading: false });
  }
  // Who has left the tree meanwhile has no flags any more, and gets none.
  if (parentId === null || get(state.flags, parentId) === undefined) return state;
  // TR-05.22 and TR-25.20: an item whose children could not be loaded stays, or becomes again, collapsed.
  // mutant: failed-page-keeps-loading
  return withFlags(state, parentId, isFirst ? { loading: false, expanded: false } : { loadingMore: false });
}

/** What is asked and answered about reading. */
function reduceReading(state: TreeState, action: Stamped): TreeState {
  if (treeActions.itemToggled.match(action)) return toggle(state, action.payload.id);
  if (treeAnswers.itemExpanded.match(action)) {
    const { id } = action.payload;
    return flagsOf(state, id).loaded ? withFlags(state, id, { expanded: true }) : state;
  }
  if (treeAnswers.childrenAsked.match(action)) {
    const { parentId, read: what } = action.payload;
    const root: TreeState = what === 'first' && isRoot(state, parentId) ? { ...state, rootStatus: 'loading' } : state;
    if (parentId === null) return root;
    return withFlags(root, parentId, what === 'first' ? { loading: true } : { loadingMore: true });
  }
  if (treeAnswers.childrenRead.match(action)) return read(state, action.payload);
  if (treeAnswers.childrenRefused.match(action)) {
    const { parentId, read: what, missing } = action.payload;
    return refuse(state, parentId, what === 'first', missing);
  }
  return state;
}

function reduceRemoval(state: TreeState, action: Stamped): TreeState {
  if (treeActions.removeAsked.match(action)) return { ...state, removal: action.payload };
  if (treeActions.removeCancelled.match(action) || treeActions.removeConfirmed.match(action)) {
    return { ...state, removal: null };
  }
  if (treeActions.removeConfirmed.committed.match(action)) {
    return { ...state, flags: remove(state.flags, action.payload.asked.id) };
  }
  return state;
}

function reduceDrag(state: TreeState, action: Stamped): TreeState {
  if (treeActions.dragStarted.match(action)) {
    const { id, parentId } = action.payload;
    return { ...state, drag: { id, fromParentId: parentId, overId: null } };
  }
  if (treeActions.dragMoved.match(action)) {
    const { overId } = action.payload;
    return state.drag === null || state.drag.overId === overId ? state : { ...state, drag: { ...state.drag, overId } };
  }
  if (treeActions.dropped.match(action) || treeActions.dragCancelled.match(action)) {
    return state.drag === null ? state : { ...state, drag: null };
  }
  return state;
}

/** What is said of what a form made; null: the list shows it. */
function madeText(asked: FormRequest): string | null {
  if ('title' in asked) return `Created ${asked.title}.`;
  return asked.form === 'addWorkItem' ? `Added ${asked.references.join(', ')}.` : null;
}

const PARTS = [reduceReading, reduceForm, reduceRemoval, reduceDrag, reduceMoveSearch];

/** What a screen reader is told. The same text said again is another announcement. */
export const said = (state: TreeState, text: string): TreeState => ({
  ...state,
  announcement: { id: state.announcement.id + 1, text },
});

export function treeReducer(state: TreeState = initialTree, action: Stamped): TreeState {
  if (!action.type.startsWith('tree/')) return state;
  if (treeActions.opened.match(action)) return open(state, action.payload);
  if (treeActions.closed.match(action)) return close(state);
  if (treeActions.tabChosen.match(action)) return { ...state, tab: action.payload.tab };
  if (treeActions.labelsToggled.match(action)) return { ...state, labelsShown: !state.labelsShown };
  if (treeAnswers.settingsRead.match(action)) return { ...state, ...action.payload };
  if (treeAnswers.announced.match(action)) return said(state, action.payload.text);
  const made = treeActions.formSubmitted.committed.match(action) ? madeText(action.payload.asked) : null;
  if (made !== null) return said(reduceForm(state, action), made);
  return PARTS.reduce((next, reduce) => reduce(next, action), state);
}
