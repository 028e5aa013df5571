/** What the open form, and "Move to…", look for. */
import type { Answer, Ports, WireError } from '../ports/index.ts';
import type { CandidateOption, FoundParent, GroupOption, ProjectOption, TreeForm, TreeSlices } from './state.ts';
import { nodesOf } from '../api/adapter.ts';
import { itemId } from '../api/wire-parts.ts';
import {
  MoveTargetsOperation,
  ProjectWorkItemsOperation,
  type MoveTargetPartsFragment,
  type MoveTargetsQuery,
  type ProjectWorkItemsQuery,
} from '../api/generated/operations.ts';
import { type GroupJson, type ProjectJson } from '../api/rest.ts';
import { descendantGroups, issueProjects, projectDetails } from '../api/rest-searches.ts';
import { noticeActions } from '../notice/index.ts';
import { observe, query, type Shown } from '../query/index.ts';
import { request, isAborted, messagesOf } from '../store/effects.ts';
import { inPlace, PLACES, type Place } from '../store/place.ts';
import { firstError, globalId, HTTP, numericId, WIRE_TYPES } from '../work-item/rules.ts';
import { all, call, fork, put, type SagaGenerator } from 'typed-redux-saga';
import { treeActions, treeAlert } from './actions.ts';
import { parentPlace } from './children.ts';
import { addedKind } from './form-slice.ts';
import { ofPlace, toldIn, treeIn } from './place.ts';
import { moveTargetsAsked, placeIn, treeReads } from './reads.ts';
import { watchField, type OpenField } from './reference-queries.ts';
import { COMPLETION_DEBOUNCE, GROUPS_ERROR, SEARCH_DEBOUNCE, TREE_ERRORS } from './rules.ts';
import { forgetProjects, OFFERED, recentProjects as mostUsed } from './saga/settings.ts';
import { candidatesAsked, groupsAsked, projectsAsked } from './select/forms.ts';
import { viewIn, type TreeView } from './select/view.ts';

const alertOf = (text: string, error: WireError, place?: Place) =>
  treeAlert(text, firstError(messagesOf(error)), toldIn(place));

/** TR-10.21, TR-11.22, TR-19.23: the first list of a form comes at once, later ones when no key was pressed for a while; a failure leaves none. */
const ofForm = (text: string) => ({
  delay: ({ search }: { readonly search: string }) => (search === '' ? 0 : SEARCH_DEBOUNCE),
  hides: () => false,
  alert: (error: WireError, { place }: { readonly search: string; readonly place?: Place }) =>
    alertOf(text, error, place),
});

const groups = query(treeReads.groups, {
  ...ofForm(GROUPS_ERROR),
  request: ({ groupId, search }) => descendantGroups(numericId(groupId), search),
  decode: (list: readonly GroupJson[]) =>
    list.map((group): GroupOption => ({
      id: globalId('Group', group.id),
      name: group.name,
      fullName: group.full_name,
      fullPath: group.full_path,
    })),
});

const projectOption = (project: ProjectJson): ProjectOption => ({
  id: globalId('Project', project.id),
  name: project.name,
  nameWithNamespace: project.name_with_namespace,
  fullPath: project.path_with_namespace,
});

const projects = query(treeReads.projects, {
  ...ofForm(TREE_ERRORS.fetchProjects),
  request: ({ endpoint, search }) => issueProjects(endpoint, search),
  decode: (list: readonly ProjectJson[]) => list.map(projectOption),
});

/** TR-19.24: items of the project, by title, of the type that is to be added. */
const candidates = query(treeReads.candidates, {
  ...ofForm(TREE_ERRORS.addChild),
  request: ({ projectPath, childType, search }) => [
    ProjectWorkItemsOperation,
    { projectPath, searchTerm: search, types: [WIRE_TYPES[childType] as 'TASK'], in: ['TITLE' as const] },
  ],
  decode: ({ project }: ProjectWorkItemsQuery) =>
    nodesOf(project?.workItems).map(({ id, title, reference, state }): CandidateOption => ({
      id: itemId(id),
      title,
      reference,
      state: state === 'CLOSED' ? 'closed' : 'opened',
    })),
});

/** TR-11.24: recently used projects are shown as they are called now; those that have gone are forgotten (TR-11.26). */
function* readRecent(
  ports: Ports,
  { username, place }: { readonly username: string; readonly place?: Place },
): SagaGenerator<Answer<readonly ProjectJson[]>> {
  const recent = mostUsed(ports, username).slice(0, OFFERED);
  const replies = yield* all(
    recent.map(({ id }) => call(request<ProjectJson>, () => ports.rest.request<ProjectJson>(projectDetails(id)))),
  );
  const errors = replies.map((reply) => (reply.ok ? null : reply.error));
  const gone = recent.filter((_, index) => errors[index]?.status === HTTP.NOT_FOUND);
  if (gone.length > 0) forgetProjects(ports, username, gone);
  const failure = errors.find((error) => error !== null && error.status !== HTTP.NOT_FOUND);
  if (failure != null && !isAborted(failure)) {
    yield* put(noticeActions.raised(alertOf(TREE_ERRORS.fetchProjectDetails, failure, place)));
  }
  return { status: 200, headers: {}, data: replies.flatMap((reply) => (reply.ok ? [reply.data] : [])) };
}

const recentProjects = query(treeReads.recentProjects, {
  read: readRecent,
  decode: (list: readonly ProjectJson[]) => list.map(projectOption),
});

/** TR-16.33 */
const moveTargets = query(treeReads.moveTargets, {
  delay: () => COMPLETION_DEBOUNCE,
  hides: () => false,
  request({ fullPath, search }) {
    const number = /^(?:[^\s&]*&)?(\d{1,9})$/.exec(search)?.[1] ?? null;
    return [MoveTargetsOperation, { fullPath, search, number, numbered: number !== null }];
  },
  decode({ group }: MoveTargetsQuery): readonly FoundParent[] {
    const nodes = [...nodesOf(group?.numbered), ...nodesOf(group?.titled)];
    return [...new Map(nodes.map((node) => [node.id, parentOf(node)])).values()];
  },
});

const parentOf = (node: MoveTargetPartsFragment): FoundParent => ({
  id: node.id,
  title: node.title ?? '',
  reference: node.reference,
  confidential: node.confidential ?? false,
  mayAdmin: node.userPermissions.adminEpic,
  aboveIds: nodesOf(node.ancestors).map(({ id }) => id),
});

/** TR-09.25, RL-02.3 */
function openField(state: TreeSlices): OpenField | null {
  const { form, root } = state.tree;
  if (root === null || (form?.form !== 'addEpic' && form?.form !== 'addIssue')) return null;
  const parent = parentPlace(state, form.parentId);
  if (parent === null) return { field: form, place: null };
  const { fullPath: groupPath, iid: parentIid } = parent;
  return {
    field: form,
    place: {
      groupPath,
      kind: addedKind(form),
      parentIid,
      writtenOut: groupPath !== root.fullPath,
      ...placeIn(root),
    },
  };
}

const openFields = (state: TreeSlices): readonly OpenField[] =>
  PLACES.flatMap((place) => openField(inPlace(state, place)) ?? []);

type FormNamed<N extends TreeForm['form']> = TreeForm & { readonly form: N };

const { opened, closed, formOpened, formClosed, formSubmitted } = treeActions;
const FORM_CHANGES = [opened, closed, formOpened, formClosed, formSubmitted, formSubmitted.committed].map(
  ({ type }) => type,
);

/** What the form of that name asks for, while it is open: opening it is the first search of its list, and the end of every search for another. */
const inForm = <N extends TreeForm['form'], P>(
  place: Place,
  name: N,
  asked: (view: TreeView, form: FormNamed<N>) => P | null,
  searched: readonly { readonly type: string }[] = [],
): Shown<P, null, TreeSlices> => ({
  params(state) {
    const view = viewIn(place)(state);
    const { form } = view.tree;
    return form?.form === name ? asked(view, form as FormNamed<N>) : null;
  },
  opened: ofPlace(place, [formOpened.type]),
  changes: ofPlace(place, [...FORM_CHANGES, ...searched.map(({ type }) => type)]),
});

const recentAsked = ({ tree: { config, root } }: TreeView) =>
  config.username === null ? null : { username: config.username, ...placeIn(root) };

/** The searches of the open trees: of each the latest wins. */
export function* watchSearches(ports: Ports): Generator {
  for (const place of PLACES) yield* fork(searchesIn, ports, place);
  yield* watchField(ports, { actions: treeActions, reads: treeReads, open: openFields, changes: FORM_CHANGES });
}

function* searchesIn(ports: Ports, place: Place): Generator {
  const { groupsSearched, projectsSearched, candidatesSearched } = treeActions;
  yield* fork(() => observe(ports, groups, inForm(place, 'createEpic', groupsAsked, [groupsSearched])));
  yield* fork(() => observe(ports, projects, inForm(place, 'createIssue', projectsAsked, [projectsSearched])));
  yield* fork(() => observe(ports, candidates, inForm(place, 'addWorkItem', candidatesAsked, [candidatesSearched])));
  yield* fork(() => observe(ports, recentProjects, inForm(place, 'createIssue', recentAsked)));
  const { moveTargetsOpened, moveTargetsSearched, moveTargetsClosed } = treeActions;
  const changes = [opened, closed, moveTargetsOpened, moveTargetsSearched, moveTargetsClosed].map(({ type }) => type);
  const params = (state: TreeSlices) => moveTargetsAsked(treeIn(place)(state));
  yield* fork(() => observe(ports, moveTargets, { params, changes: ofPlace(place, changes) }));
}
