import type { Pending } from '../mutation/index.ts';
import type { WireError } from '../ports/index.ts';
import type { QueryName } from '../query/index.ts';
import type { ActionCreator, Stamped } from '../store/action.ts';
import type { ReferenceKind } from '../work-item/rules.ts';
import type { WorkItemType } from '../work-item/types.ts';
import type { FormRequest } from './actions.ts';
import type {
  AddExistingForm,
  Choice,
  CreateEpicForm,
  CreateIssueForm,
  FormBase,
  ProjectOption,
  TreeForm,
  TreeFormName,
  TreeState,
  WorkItemForm,
} from './state.ts';
import { isPending } from '../mutation/index.ts';
import { errorText, validateTitle } from '../work-item/rules.ts';
import { treeActions } from './actions.ts';
import { nextSerial } from './place.ts';
import { treeReads } from './reads.ts';
import { reduceAnswers, reduceTyping } from './references.ts';
import {
  addFailure,
  canSubmitAdd,
  type FieldError,
  type FieldPlace,
  leaveReferences,
  markRefused,
  NO_COMPLETION,
  refusalsOf,
  refusedTokens,
  TREE_ERRORS,
  withoutMarks,
} from './rules.ts';

const emptyChoice = <T>(): Choice<T> => ({ search: '', list: [], selected: null });

/** TR-12.20: whichever form was open is closed by opening another. */
function emptyForm(
  { root }: TreeState,
  form: TreeFormName,
  childType: WorkItemType | undefined,
  base: FormBase,
): TreeForm {
  switch (form) {
    case 'addEpic':
    case 'addIssue':
      return { ...base, form, input: '', references: [], completion: NO_COMPLETION };
    case 'createEpic':
      return { ...base, form, title: '', groups: emptyChoice() };
    case 'createIssue':
      return { ...base, form, title: '', projects: emptyChoice(), recent: [] };
    case 'createWorkItem':
    case 'addWorkItem':
      return {
        ...base,
        form,
        childType: childType ?? (root?.type === 'objective' ? 'objective' : 'task'),
        title: '',
        confidential: root?.confidential ?? false,
        candidates: { search: '', list: [] },
        selected: [],
      };
  }
}

/** What a form adds that gathers references. */
export const addedKind = ({ form }: { readonly form: AddExistingForm['form'] }): ReferenceKind =>
  form === 'addEpic' ? 'epic' : 'issue';

/** What a word in the field refers to, seen from the tree's root. */
export function placeOf({ root, config }: TreeState, form: AddExistingForm): FieldPlace {
  const kind = addedKind(form);
  const completes = kind === 'epic' ? config.autoCompleteEpics : config.autoCompleteIssues;
  return { context: { kind, groupPath: root?.fullPath ?? '' }, completes };
}

/** What was sent of the form is not answered yet. */
export const isSending = (state: { readonly pending: readonly Pending[] }, { serial }: TreeForm): boolean =>
  isPending(state, treeActions.formSubmitted, (asked) => asked.serial === serial);

/** TR-12.21: whether a form may be sent. TR-10.1: an epic needs a title; TR-11.1: an issue also a project. */
export function canSubmit(form: TreeForm, submitting: boolean): boolean {
  switch (form.form) {
    case 'addEpic':
    case 'addIssue':
      return canSubmitAdd(form, submitting);
    case 'createEpic':
    case 'createWorkItem':
      return !submitting && form.title.trim() !== '';
    case 'createIssue':
      return !submitting && form.title.trim() !== '' && form.projects.selected !== null;
    case 'addWorkItem':
      return !submitting && form.selected.length > 0;
  }
}

/** The form as it is sent: with the words that still stand in its field as tokens. Its error: why it cannot be. */
export function sentForm(state: TreeState, form: TreeForm): TreeForm {
  if ('references' in form) {
    const sent = { ...form, error: null, references: withoutMarks(form.references) };
    return leaveReferences(sent, placeOf(state, sent));
  }
  if (!('title' in form) || form.form === 'addWorkItem') return { ...form, error: null };
  const verdict = validateTitle(form.title);
  return { ...form, error: verdict.ok ? null : { type: 'message', text: verdict.error } };
}

/** What the form says of its refusal; null: an alert does. */
function refusal(form: TreeForm, asked: FormRequest, failure: WireError): FieldError | null {
  switch (asked.form) {
    case 'addEpic':
    case 'addIssue': {
      const kind = addedKind({ form: asked.form });
      const { type, message } = addFailure(kind, failure);
      const error: FieldError = { type: type ?? 'message', text: message };
      const contexts = asked.groupPaths.map((groupPath) => ({ kind, groupPath }) as const);
      return 'references' in form ? refusedTokens(error, refusalsOf(message), form.references, contexts) : error;
    }
    case 'createWorkItem':
    case 'addWorkItem': {
      const text = asked.form === 'addWorkItem' ? TREE_ERRORS.addChild : TREE_ERRORS.createChild;
      return { type: 'message', text: errorText(failure.messages, text) };
    }
    default:
      return null;
  }
}

/** What a person does in the form. */
function reduceInput(state: TreeState, form: TreeForm, action: Stamped): TreeForm {
  if (treeActions.formSubmitted.match(action)) {
    return canSubmit(form, false) ? sentForm(state, form) : form;
  }
  if (treeActions.titleTyped.match(action) && 'title' in form) return { ...form, title: action.payload.title };
  if ('references' in form) {
    const typed = reduceTyping(treeActions, form, action, placeOf(state, form));
    return reduceAnswers(treeReads, typed, action);
  }
  if (form.form === 'createEpic') return reduceNewEpic(form, action);
  if (form.form === 'createIssue') return reduceNewIssue(state, form, action);
  return reduceWorkItem(form, action);
}

/** A list to choose from, after a search of it or the answer to one; a failure leaves none. */
function reduceChoice<T, P, C extends Pick<Choice<T>, 'search' | 'list'>>(
  choice: C,
  searched: ActionCreator<{ search: string }>,
  { received, failed }: QueryName<P, readonly T[], null>,
  action: Stamped,
): C {
  if (searched.match(action)) return { ...choice, search: action.payload.search.trim() };
  if (received.match(action)) return { ...choice, list: action.payload.data };
  return failed.match(action) ? { ...choice, list: [] } : choice;
}

function reduceNewEpic(form: CreateEpicForm, action: Stamped): CreateEpicForm {
  if (treeActions.groupChosen.match(action))
    return { ...form, groups: { ...form.groups, selected: action.payload.group } };
  const groups = reduceChoice(form.groups, treeActions.groupsSearched, treeReads.groups, action);
  return groups === form.groups ? form : { ...form, groups };
}

function reduceNewIssue(state: TreeState, form: CreateIssueForm, action: Stamped): CreateIssueForm {
  if (treeReads.recentProjects.received.match(action)) return { ...form, recent: action.payload.data };
  if (treeActions.projectChosen.match(action)) {
    return { ...form, projects: { ...form.projects, selected: action.payload.project } };
  }
  const projects = reduceChoice(form.projects, treeActions.projectsSearched, treeReads.projects, action);
  if (projects === form.projects) return form;
  return { ...form, projects: projects.list === form.projects.list ? projects : withDefault(state, projects) };
}

/** TR-11.23: the project that the epic names is chosen from the start. */
function withDefault({ defaultProject }: TreeState, projects: Choice<ProjectOption>): Choice<ProjectOption> {
  if (projects.selected !== null || defaultProject === null) return projects;
  const { id, nameWithNamespace } = defaultProject;
  const name = nameWithNamespace.split(' / ').at(-1) ?? nameWithNamespace;
  const found = projects.list.find((project) => project.id === id);
  return { ...projects, selected: found ?? { id, name, nameWithNamespace, fullPath: '' } };
}

function reduceWorkItem(form: WorkItemForm, action: Stamped): WorkItemForm {
  if (treeActions.confidentialToggled.match(action)) return { ...form, confidential: !form.confidential };
  if (treeActions.candidateToggled.match(action)) {
    const { candidate } = action.payload;
    const others = form.selected.filter(({ id }) => id !== candidate.id);
    return { ...form, selected: others.length < form.selected.length ? others : [...form.selected, candidate] };
  }
  if (form.form === 'createWorkItem') return form;
  const candidates = reduceChoice(form.candidates, treeActions.candidatesSearched, treeReads.candidates, action);
  return candidates === form.candidates ? form : { ...form, candidates };
}

export function reduceForm(state: TreeState, action: Stamped): TreeState {
  if (treeActions.formOpened.match(action)) {
    const { form: name, childType, restored } = action.payload;
    const parentId = action.payload.parentId ?? state.root?.id ?? null;
    if (parentId === null) return state;
    const serial = nextSerial(state);
    const base = { serial, parentId, error: null, ...(restored && { restored }) };
    return { ...state, form: emptyForm(state, name, childType, base), formSerial: serial };
  }
  const { form } = state;
  if (form === null) return state;
  if (treeActions.formClosed.match(action)) return { ...state, form: null };
  if (treeActions.formSubmitted.committed.match(action)) {
    return action.payload.asked.serial === form.serial ? { ...state, form: null } : state;
  }
  if (treeActions.formSubmitted.refused.match(action)) {
    const { asked, failure } = action.payload;
    if (asked.serial !== form.serial) return state;
    const error = refusal(form, asked, failure);
    return { ...state, form: 'references' in form ? markRefused(form, error) : { ...form, error } };
  }
  const next = reduceInput(state, form, action);
  return next === form ? state : { ...state, form: next };
}
