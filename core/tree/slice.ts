import type { ItemPermissions } from '../work-item/types.ts';
import { emptyTable } from '../table/index.ts';
import { reduceExpansion } from './expansion.ts';
import { reduceForm } from './form-slice.ts';
import type { Stamped } from '../store/action.ts';
import type { TreeConfig, TreeRoot, TreeState, MoveSearch } from './state.ts';
import { treeActions, treeAnswers, type FormRequest, type TreeOpening } from './actions.ts';
import { treeReads, type ChildrenAnswer } from './reads.ts';

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
  expansion: emptyTable(),
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
function withRoot(state: TreeState, answer: ChildrenAnswer): TreeState {
  const { parent } = answer;
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
    defaultProject: answer.defaultProject ?? state.defaultProject,
    rootIterationId: answer.iterationId,
  };
}

const readRoot = (state: TreeState, action: Stamped): TreeState =>
  treeReads.children.received.match(action) && action.payload.params.parentId === null
    ? withRoot(state, action.payload.data)
    : state;

function reduceRemoval(state: TreeState, action: Stamped): TreeState {
  if (treeActions.removeAsked.match(action)) return { ...state, removal: action.payload };
  if (treeActions.removeCancelled.match(action) || treeActions.removeConfirmed.match(action)) {
    return { ...state, removal: null };
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

const PARTS = [readRoot, reduceExpansion, reduceForm, reduceRemoval, reduceDrag, reduceMoveSearch];

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

const opened = (id: string): MoveSearch => ({ id, search: '', found: [] });

/** The search for a new parent, from the opening of "Move to…" to its end. */
export function reduceMoveSearch(state: TreeState, action: Stamped): TreeState {
  const { moving, ...rest } = state;
  if (treeActions.moveTargetsOpened.match(action)) return { ...state, moving: opened(action.payload.id) };
  if (moving === undefined) return state;
  if (treeActions.moveTargetsClosed.match(action)) return rest;
  if (treeActions.moveTargetsSearched.match(action)) {
    // What was found before stays until the answer comes.
    return { ...state, moving: { ...moving, search: action.payload.search } };
  }
  if (treeReads.moveTargets.received.match(action)) {
    return { ...state, moving: { ...moving, found: action.payload.data } };
  }
  return treeReads.moveTargets.failed.match(action) ? { ...state, moving: { ...moving, found: [] } } : state;
}
