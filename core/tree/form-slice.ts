import type { Pending } from '../mutation/index.ts';
import type { WireError } from '../ports/index.ts';
import type { Stamped } from '../store/action.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { FormRequest } from './actions.ts';
import type {
  AddExistingForm,
  Choice,
  FormError,
  ProjectOption,
  TreeForm,
  TreeFormName,
  TreeState,
  WorkItemForm,
} from './state.ts';
import { isPending } from '../mutation/index.ts';
import { errorText, validateTitle } from '../work-item/rules.ts';
import { treeActions } from './actions.ts';
import { treeReads } from './reads.ts';
import { reduceAnswers, reduceTyping } from './references.ts';
import {
  addFailure,
  canSubmitAdd,
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
function openForm(
  state: TreeState,
  form: TreeFormName,
  parentId: GlobalId,
  { childType, restored }: { readonly childType?: WorkItemForm['childType']; readonly restored?: true },
): TreeState {
  const serial = state.formSerial + 1;
  const base = { serial, parentId, error: null, ...(restored && { restored }) };
  const made: Record<TreeFormName, () => TreeForm> = {
    addEpic: () => ({ ...base, form: 'addEpic', input: '', references: [], completion: NO_COMPLETION }),
    addIssue: () => ({ ...base, form: 'addIssue', input: '', references: [], completion: NO_COMPLETION }),
    createEpic: () => ({ ...base, form: 'createEpic', title: '', groups: emptyChoice() }),
    createIssue: () => ({ ...base, form: 'createIssue', title: '', projects: emptyChoice(), recent: [] }),
    createWorkItem: () => workItemForm('createWorkItem'),
    addWorkItem: () => workItemForm('addWorkItem'),
  };
  const workItemForm = (name: WorkItemForm['form']): WorkItemForm => ({
    ...base,
    form: name,
    childType: childType ?? (state.root?.type === 'objective' ? 'objective' : 'task'),
    title: '',
    confidential: state.root?.confidential ?? false,
    candidates: { search: '', list: [] },
    selected: [],
  });
  return { ...state, form: made[form](), formSerial: serial };
}

/** What a word in the field refers to, seen from the tree's root. */
function placeOf({ root, config }: TreeState, { form }: AddExistingForm): FieldPlace {
  const kind = form === 'addEpic' ? 'epic' : 'issue';
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
function refusal(form: TreeForm, asked: FormRequest, { status, messages }: WireError): FormError | null {
  switch (asked.form) {
    case 'addEpic':
    case 'addIssue': {
      const kind = asked.form === 'addEpic' ? 'epic' : 'issue';
      const { type, message } = addFailure(kind, { ...(status !== undefined && { status }), messages });
      const error: FormError = { type: type ?? 'message', text: message };
      const contexts = asked.groupPaths.map((groupPath) => ({ kind, groupPath }) as const);
      return 'references' in form ? refusedTokens(error, refusalsOf(message), form.references, contexts) : error;
    }
    case 'createWorkItem':
    case 'addWorkItem': {
      const text = asked.form === 'addWorkItem' ? TREE_ERRORS.addChild : TREE_ERRORS.createChild;
      return { type: 'message', text: errorText(messages, text) };
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

type EpicForm = Extract<TreeForm, { form: 'createEpic' }>;
type IssueForm = Extract<TreeForm, { form: 'createIssue' }>;

const withGroups = (form: EpicForm, change: Partial<EpicForm['groups']>): EpicForm => ({
  ...form,
  groups: { ...form.groups, ...change },
});

const withProjects = (form: IssueForm, change: Partial<IssueForm['projects']>): IssueForm => ({
  ...form,
  projects: { ...form.projects, ...change },
});

function reduceNewEpic(form: EpicForm, action: Stamped): EpicForm {
  const { groups } = treeReads;
  if (treeActions.groupsSearched.match(action)) return withGroups(form, { search: action.payload.search.trim() });
  if (treeActions.groupChosen.match(action)) return withGroups(form, { selected: action.payload.group });
  if (groups.received.match(action)) return withGroups(form, { list: action.payload.data });
  return groups.failed.match(action) ? withGroups(form, { list: [] }) : form;
}

function reduceNewIssue(state: TreeState, form: IssueForm, action: Stamped): IssueForm {
  const { projects, recentProjects } = treeReads;
  if (treeActions.projectsSearched.match(action)) return withProjects(form, { search: action.payload.search.trim() });
  if (treeActions.projectChosen.match(action)) return withProjects(form, { selected: action.payload.project });
  if (projects.received.match(action)) return withFound(state, form, action.payload.data);
  if (projects.failed.match(action)) return withFound(state, form, []);
  return recentProjects.received.match(action) ? { ...form, recent: action.payload.data } : form;
}

/** TR-11.23: the project that the epic names is chosen from the start. */
function withFound({ defaultProject }: TreeState, form: IssueForm, list: readonly ProjectOption[]): IssueForm {
  const { selected } = form.projects;
  if (selected !== null || defaultProject === null) return withProjects(form, { list });
  const { id, nameWithNamespace } = defaultProject;
  const name = nameWithNamespace.split(' / ').at(-1) ?? nameWithNamespace;
  const found = list.find((project) => project.id === id);
  return withProjects(form, { list, selected: found ?? { id, name, nameWithNamespace, fullPath: '' } });
}

function reduceWorkItem(form: WorkItemForm, action: Stamped): WorkItemForm {
  const { candidates } = treeReads;
  const withCandidates = (change: Partial<WorkItemForm['candidates']>): WorkItemForm => ({
    ...form,
    candidates: { ...form.candidates, ...change },
  });
  if (treeActions.confidentialToggled.match(action)) return { ...form, confidential: !form.confidential };
  if (form.form === 'addWorkItem' && treeActions.candidatesSearched.match(action)) {
    return withCandidates({ search: action.payload.search.trim() });
  }
  if (candidates.received.match(action)) return withCandidates({ list: action.payload.data });
  if (candidates.failed.match(action)) return withCandidates({ list: [] });
  if (treeActions.candidateToggled.match(action)) {
    const { candidate } = action.payload;
    const others = form.selected.filter(({ id }) => id !== candidate.id);
    return { ...form, selected: others.length < form.selected.length ? others : [...form.selected, candidate] };
  }
  return form;
}

export function reduceForm(state: TreeState, action: Stamped): TreeState {
  if (treeActions.formOpened.match(action)) {
    const parentId = action.payload.parentId ?? state.root?.id ?? null;
    return parentId === null ? state : openForm(state, action.payload.form, parentId, action.payload);
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
