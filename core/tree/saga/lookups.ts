import type { GroupJson, ProjectJson } from '../../api/rest.ts';
import type { ActionCreator, Stamped } from '../../store/index.ts';
import type { CandidateOption, GroupOption, ProjectOption, TreeForm, TreeState } from '../state.ts';
import type { TreeSlices } from '../state.ts';
import type { Session } from './session.ts';
import { ask } from '../../store/effects.ts';
import { nodesOf } from '../../api/adapter.ts';
import { ProjectWorkItemsOperation } from '../../api/generated/operations.ts';
import { descendantGroups, issueProjects, projectDetails } from '../../api/rest.ts';
import { abortable, isAborted, messagesOf, sleep } from '../../store/index.ts';
import { noticeActions } from '../../notice/index.ts';
import { itemId } from '../../api/wire-parts.ts';
import { firstError, globalId, HTTP, numericId, WIRE_TYPES } from '../../work-item/rules.ts';
import { all, call, put, select, takeEvery, takeLatest } from 'typed-redux-saga';
import { treeActions, treeAlert, treeAnswers } from '../actions.ts';
import { completionAnswer, GROUPS_ERROR, SEARCH_DEBOUNCE, TREE_ERRORS } from '../rules.ts';
import type { Completion } from '../rules.ts';
import { ownGroup } from '../select/forms.ts';
import { findReferences, nameReferences } from './reference-lookups.ts';
import { forgetProjects, OFFERED, recentProjects } from './settings.ts';
import { parentPlace } from '../children.ts';
import { selectShown, selectTree } from './session.ts';

/**
 * TR-10.21, TR-11.22, TR-19.23: the latest search wins; an earlier one is given up, whether it waits or is on its way. Opening a form is the first search of
 * its list, and the end of every search for another.
 */
export function* watchLookups(session: Session): Generator {
  const searches = (asked: ActionCreator<{ search: string }>) => (action: { readonly type: string }) =>
    asked.match(action) || treeActions.formOpened.match(action);
  const find = (name: TreeForm['form'], finder: (session: Session, search: string) => Generator) =>
    function* (action: { readonly type: string }): Generator {
      const text = (action as Stamped<{ search?: string }>).payload.search ?? '';
      if (yield* select(isOpen(name))) yield* call(finder, session, text.trim());
    };
  yield* takeLatest(searches(treeActions.groupsSearched), find('createEpic', findGroups));
  yield* takeLatest(searches(treeActions.projectsSearched), find('createIssue', findProjects));
  yield* takeLatest(searches(treeActions.candidatesSearched), find('addWorkItem', findCandidates));
  yield* takeLatest(changesCompletion, findCompletions, session);
  yield* takeEvery(makesTokens, nameTokens, session, new Map<string, number>());
  yield* takeLatest(treeActions.formOpened.match, function* (): Generator {
    if (yield* select(isOpen('createIssue'))) yield* call(readRecent, session);
  });
}

const makesTokens = (action: { readonly type: string }): boolean =>
  treeActions.referencesTyped.match(action) || treeActions.referencesLeft.match(action);

/** TR-09.25: whatever changes the word, or closes list or form, gives up what is being looked for. */
const changesCompletion = (action: { readonly type: string }): boolean =>
  [
    treeActions.referencesTyped,
    treeActions.referencesLeft,
    treeActions.completionChosen,
    treeActions.completionClosed,
    treeActions.formOpened,
    treeActions.formClosed,
    treeActions.formSubmitted,
  ].some((event) => event.match(action));

/** TR-09.25 */
function* findCompletions({ ports }: Session): Generator {
  const state = yield* select((whole: TreeSlices) => whole);
  const { form, root } = state.tree;
  if (root === null || (form?.form !== 'addEpic' && form?.form !== 'addIssue')) return;
  const { search } = form.completion;
  const place = parentPlace(state, form.parentId);
  if (search === null || place === null) return;
  const kind = form.form === 'addEpic' ? 'epic' : 'issue';
  const found = yield* findReferences(ports, place.fullPath, kind, { search, parentIid: place.iid });
  const here = place.fullPath === root.fullPath;
  const offered = (found ?? []).map((each): Completion => ({
    ...each,
    // A short reference means the group that was asked; where another one's page is open it is written out.
    reference: here || !/^[&#]/.test(each.reference) ? each.reference : `${place.fullPath}${each.reference}`,
  }));
  const answer = completionAnswer(search, found === null ? null : offered);
  yield* put(treeAnswers.completionRead({ serial: form.serial, ...answer }));
}

/** RL-02.3 */
function* nameTokens({ ports }: Session, asked: Map<string, number>): Generator {
  const { form } = yield* select(selectTree);
  if (form?.form !== 'addEpic' && form?.form !== 'addIssue') return;
  const items = yield* nameReferences(ports, form, asked);
  if (items.length > 0) yield* put(treeAnswers.referencesRead({ serial: form.serial, items }));
}

/** The first list of a form comes at once, later ones when no key was pressed for a while. */
function* settleTyping({ ports }: Session, search: string): Generator {
  if (search !== '') yield* call(sleep, ports.clock, SEARCH_DEBOUNCE);
}

function* alert(text: string, error: unknown): Generator {
  if (isAborted(error)) return;
  yield* put(noticeActions.raised(treeAlert(text, firstError(messagesOf(error)))));
}

const isOpen =
  (name: TreeForm['form']) =>
  ({ tree }: TreeSlices): boolean =>
    tree.form?.form === name;

function* findGroups(session: Session, search: string): Generator {
  yield* put(treeAnswers.groupsAsked({ search }));
  yield* call(settleTyping, session, search);
  const state = yield* select((whole: TreeSlices) => whole);
  const { form } = state.tree;
  const own = form === null ? null : ownGroup({ ...state, visible: selectShown(state) }, form);
  if (own === null) return;
  try {
    const request = descendantGroups(numericId(own.id), search);
    const { data } = yield* call(() => abortable(session.ports.rest.request<readonly GroupJson[]>(request)));
    const groups = data.map((group): GroupOption => ({
      id: globalId('Group', group.id),
      name: group.name,
      fullName: group.full_name,
      fullPath: group.full_path,
    }));
    yield* put(treeAnswers.groupsRead({ groups }));
  } catch (error) {
    yield* put(treeAnswers.groupsRead({ groups: [] }));
    yield* call(alert, GROUPS_ERROR, error);
  }
}

const projectOption = (project: ProjectJson): ProjectOption => ({
  id: globalId('Project', project.id),
  name: project.name,
  nameWithNamespace: project.name_with_namespace,
  fullPath: project.path_with_namespace,
});

function* findProjects(session: Session, search: string): Generator {
  yield* put(treeAnswers.projectsAsked({ search }));
  yield* call(settleTyping, session, search);
  const { config } = yield* select(selectTree);
  try {
    const request = issueProjects(config.projectsEndpoint, search);
    const { data } = yield* call(() => abortable(session.ports.rest.request<readonly ProjectJson[]>(request)));
    const projects = data.map(projectOption);
    yield* put(treeAnswers.projectsRead({ projects, chosen: defaultOf(yield* select(selectTree), projects) }));
  } catch (error) {
    yield* put(treeAnswers.projectsRead({ projects: [], chosen: defaultOf(yield* select(selectTree), []) }));
    yield* call(alert, TREE_ERRORS.fetchProjects, error);
  }
}

/** TR-11.23: the project that the epic names is chosen from the start. */
function defaultOf({ defaultProject }: TreeState, projects: readonly ProjectOption[]): ProjectOption | null {
  if (defaultProject === null) return null;
  const { id, nameWithNamespace } = defaultProject;
  const name = nameWithNamespace.split(' / ').at(-1) ?? nameWithNamespace;
  return projects.find((project) => project.id === id) ?? { id, name, nameWithNamespace, fullPath: '' };
}

/** TR-11.24: recently used projects are shown as they are called now; those that have gone are forgotten (TR-11.26). */
function* readRecent({ ports }: Session): Generator {
  const { config } = yield* select(selectTree);
  const recent = recentProjects(ports, config.username).slice(0, OFFERED);
  if (recent.length === 0) return;
  const replies = yield* all(
    recent.map(({ id }) => call(ask<ProjectJson>, () => ports.rest.request<ProjectJson>(projectDetails(id)))),
  );
  const errors = replies.map((reply) => (reply.ok ? null : reply.error));
  const gone = recent.filter((_, index) => errors[index]?.status === HTTP.NOT_FOUND);
  if (gone.length > 0) forgetProjects(ports, config.username, gone);
  if (yield* select(isOpen('createIssue'))) {
    const projects = replies.flatMap((reply) => (reply.ok ? [projectOption(reply.data)] : []));
    yield* put(treeAnswers.recentRead({ projects }));
  }
  const failure = errors.find((error) => error !== null && error.status !== HTTP.NOT_FOUND);
  if (failure !== undefined) yield* call(alert, TREE_ERRORS.fetchProjectDetails, failure);
}

/** TR-19.24: items of the project, by title, of the type that is to be added. */
function* findCandidates(session: Session, search: string): Generator {
  yield* put(treeAnswers.candidatesAsked({ search }));
  yield* call(settleTyping, session, search);
  const { form, root } = yield* select(selectTree);
  if (form?.form !== 'addWorkItem' || root === null) return;
  const variables = {
    projectPath: root.fullPath,
    searchTerm: search,
    types: [WIRE_TYPES[form.childType] as 'TASK'],
    in: ['TITLE' as const],
  };
  try {
    const answer = yield* call(() => abortable(session.ports.graphql.request(ProjectWorkItemsOperation, variables)));
    const candidates = nodesOf(answer.data.project?.workItems).map(
      ({ id, title, reference, state }): CandidateOption => ({
        id: itemId(id),
        title,
        reference,
        state: state === 'CLOSED' ? 'closed' : 'opened',
      }),
    );
    yield* put(treeAnswers.candidatesRead({ candidates }));
  } catch (error) {
    yield* put(treeAnswers.candidatesRead({ candidates: [] }));
    yield* call(alert, TREE_ERRORS.addChild, error);
  }
}
