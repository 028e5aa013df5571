import type { Place } from '../store/place.ts';
import type { ItemPermissions } from '../work-item/types.ts';
import { sameData } from '../entities/index.ts';
import { emptyTable } from '../table/index.ts';
import { reduceExpansion } from './expansion.ts';
import { reduceForm } from './form-slice.ts';
import { reducerOf, type Meta, type Stamped } from '../store/action.ts';
import { placeOf } from './place.ts';
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

function open(state: TreeState, { root, config }: TreeOpening, { place }: Partial<Meta>): TreeState {
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
    ...(place !== undefined && { place }),
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
    // The rows' rights are the root's: the same object while nothing of it changes, or every row would be drawn again.
    root: sameData(known, state.root) ? state.root : known,
    defaultProject: answer.defaultProject ?? state.defaultProject,
    rootIterationId: answer.iterationId,
  };
}

/** What is said of what a form made; null: the list shows it. */
function madeText(asked: FormRequest): string | null {
  if ('title' in asked) return `Created ${asked.title}.`;
  return asked.form === 'addWorkItem' ? `Added ${asked.references.join(', ')}.` : null;
}

/** What a screen reader is told. The same text said again is another announcement. */
export const said = (state: TreeState, text: string): TreeState => ({
  ...state,
  announcement: { id: state.announcement.id + 1, text },
});

const withoutRemoval = (state: TreeState): TreeState => ({ ...state, removal: null });
const withoutDrag = (state: TreeState): TreeState => (state.drag === null ? state : { ...state, drag: null });

const withMoving = (state: TreeState, change: Partial<MoveSearch>): TreeState =>
  state.moving === undefined ? state : { ...state, moving: { ...state.moving, ...change } };

const reducePage = reducerOf(initialTree, (on) => {
  on(treeActions.opened, open);
  on(treeActions.closed, close);
  on(treeReads.children.received, (state, { params, data }) =>
    params.parentId === null ? withRoot(state, data) : state,
  );
  on(treeActions.tabChosen, (state, { tab }) => ({ ...state, tab }));
  on(treeActions.labelsToggled, (state) => ({ ...state, labelsShown: !state.labelsShown }));
  on(treeAnswers.settingsRead, (state, settings) => ({ ...state, ...settings }));
  on(treeAnswers.announced, (state, { text }) => said(state, text));
  on(treeActions.formSubmitted.committed, (state, { asked }) => {
    const text = madeText(asked);
    return text === null ? state : said(state, text);
  });

  on(treeActions.removeAsked, (state, removal) => ({ ...state, removal }));
  on(treeActions.removeCancelled, withoutRemoval);
  on(treeActions.removeConfirmed, withoutRemoval);

  on(treeActions.dragStarted, (state, { id, parentId }) => ({
    ...state,
    drag: { id, fromParentId: parentId, overId: null },
  }));
  on(treeActions.dragMoved, (state, { overId }) =>
    state.drag === null || state.drag.overId === overId ? state : { ...state, drag: { ...state.drag, overId } },
  );
  on(treeActions.dropped, withoutDrag);
  on(treeActions.dragCancelled, withoutDrag);

  on(treeActions.moveTargetsOpened, (state, { id }) => ({ ...state, moving: { id, search: '', found: [] } }));
  on(treeActions.moveTargetsClosed, ({ moving: _, ...state }) => state);
  // What was found before stays until the answer comes.
  on(treeActions.moveTargetsSearched, (state, { search }) => withMoving(state, { search }));
  on(treeReads.moveTargets.received, (state, { data }) => withMoving(state, { found: data }));
  on(treeReads.moveTargets.failed, (state) => withMoving(state, { found: [] }));
});

/** A child that was taken out is shown by neither tree any more; whether labels are shown is one setting. */
const concerns = (action: Stamped, place: Place): boolean =>
  // mutant: over-closes-both-trees
  placeOf(action) === place ||
  treeActions.removeConfirmed.committed.match(action) ||
  // What references mean is the same everywhere.
  treeReads.references.received.match(action) ||
  treeReads.references.failed.match(action) ||
  treeActions.labelsToggled.match(action);

/** WI-14.8: the two trees have the same rules, and each its own actions. */
const reducerIn =
  (place: Place) =>
  (state: TreeState = initialTree, action: Stamped): TreeState => {
    if (!action.type.startsWith('tree/') || !concerns(action, place)) return state;
    return [reducePage, reduceExpansion, reduceForm].reduce((next, reduce) => reduce(next, action), state);
  };

export const treeReducer = reducerIn(undefined);
export const overTreeReducer = reducerIn('over');
