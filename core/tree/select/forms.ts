import type {
  AddExistingForm,
  CandidateOption,
  CreateEpicForm,
  CreateIssueForm,
  GroupOption,
  ProjectOption,
  TreeForm,
  WorkItemForm,
} from '../state.ts';
import { remembered, titleOf, type TreeView } from './view.ts';
import { selectQuery, type QueryName } from '../../query/index.ts';
import { get } from '../../table/index.ts';
import { fullReference, referenceKind, SEARCH_TEXTS, TYPE_NAMES, typeNoun } from '../../work-item/rules.ts';
import {
  groupOptions,
  issueDeletionQuestion,
  PARENT_ERRORS,
  removalConfirmation,
  TITLE_HINT,
  workItemCandidates,
} from '../rules.ts';
import { isConfidential, isParent } from '../children.ts';
import { canSubmit, isSending, placeOf } from '../form-slice.ts';
import { placeIn, treeReads } from '../reads.ts';
import { completionModels, type CompletionsModel } from '../references.ts';

interface ModelBase extends Pick<TreeForm, 'serial' | 'error'> {
  readonly canSubmit: boolean;
  readonly submitLabel: string;
  readonly busy: boolean;
  /** TR-18: what a confidential parent means for the child. */
  readonly confidentialNotice: string | null;
  /** It came back by itself: the focus stays where it is. */
  readonly restored: boolean;
}

/** A list to choose from: options with a text for the states in which there are none. */
export interface OptionsModel<T> {
  readonly search: string;
  readonly options: readonly T[];
  readonly loading: boolean;
  readonly selected: T | null;
  /** `Searching...`, `No matches found`, or null while there are options. */
  readonly text: string | null;
}

export type TreeFormModel = ModelBase &
  (
    | (CompletionsModel &
        Pick<AddExistingForm, 'form' | 'input' | 'references'> & {
          readonly placeholder: string;
          readonly autoComplete: boolean;
        })
    | (Pick<CreateEpicForm, 'form' | 'title'> & { readonly groups: OptionsModel<GroupOption> })
    | (Pick<CreateIssueForm, 'form' | 'title' | 'recent'> & { readonly projects: OptionsModel<ProjectOption> })
    | (Pick<WorkItemForm, 'form' | 'childType' | 'title' | 'selected'> & {
        readonly typeName: string;
        readonly hint: string;
        readonly confidential: { readonly checked: boolean; readonly locked: boolean };
        readonly candidates: OptionsModel<CandidateOption>;
      })
  );

const optionsText = (loading: boolean, count: number): string | null => {
  if (count > 0) return null;
  return loading ? SEARCH_TEXTS.searching : SEARCH_TEXTS.noMatches;
};

const isRead = <P>(view: TreeView, of: Pick<QueryName<P>, 'name' | 'key'>, params: P | null): boolean =>
  selectQuery(view, of, params).status === 'loading';

function base(view: TreeView, form: TreeForm, submitLabel: string): ModelBase {
  const busy = isSending(view, form);
  return {
    serial: form.serial,
    canSubmit: canSubmit(form, busy),
    submitLabel,
    busy,
    error: form.error,
    confidentialNotice: isConfidential(view.tree, view.visible, form.parentId) ? PARENT_ERRORS.confidentialIssue : null,
    restored: form.restored === true,
  };
}

const addExisting = (view: TreeView, form: AddExistingForm): TreeFormModel => {
  const { context, completes } = placeOf(view.tree, form);
  return {
    ...base(view, form, 'Add'),
    form: form.form,
    input: form.input,
    references: form.references,
    placeholder: context.kind === 'epic' ? 'Paste epic link or <&epic id>' : 'Paste issue link or <#issue id>',
    autoComplete: completes,
    ...completionModels(form, form.completion.found.length === 0 ? [] : familyOf(view, form), context),
  };
};

/** The parent and its children, as references. */
const familyOf = ({ visible }: TreeView, { parentId }: TreeForm): readonly string[] =>
  [parentId, ...(get(visible.orders, parentId)?.ids ?? [])].flatMap((id) => {
    const item = get(visible.items, id);
    const path = item?.projectPath ?? item?.group?.fullPath;
    return item === undefined || path === undefined ? [] : [fullReference(referenceKind(item.type), path, item.iid)];
  });

/** The parent's own group is chosen until another is (TR-10.20). */
export function ownGroup({ visible, tree }: TreeView, form: TreeForm): GroupOption | null {
  const { root } = tree;
  const group = get(visible.items, form.parentId)?.group;
  if (root === null) return null;
  if (group?.id === undefined || group.fullPath === root.fullPath) {
    return root.groupId === null
      ? null
      : { id: root.groupId, name: nameOf(root), fullName: nameOf(root), fullPath: root.fullPath };
  }
  const name = group.fullPath.split('/').at(-1) ?? group.fullPath;
  return { id: group.id, name, fullName: group.fullPath, fullPath: group.fullPath };
}

const nameOf = (root: { readonly groupName: string; readonly fullPath: string }): string =>
  root.groupName === '' ? (root.fullPath.split('/').at(-1) ?? root.fullPath) : root.groupName;

export function groupsAsked(view: TreeView, form: CreateEpicForm) {
  const own = ownGroup(view, form);
  return own && { groupId: own.id, search: form.groups.search, ...placeIn(view.tree.root) };
}

function createEpic(view: TreeView, form: CreateEpicForm): TreeFormModel {
  const own = ownGroup(view, form);
  const { search, list, selected } = form.groups;
  const loading = isRead(view, treeReads.groups, groupsAsked(view, form));
  const options = own === null ? list : groupOptions(own, list, search);
  return {
    ...base(view, form, 'Create epic'),
    form: 'createEpic',
    title: form.title,
    groups: { search, options, loading, selected: selected ?? own, text: optionsText(loading, options.length) },
  };
}

export const projectsAsked = ({ tree: { config, root } }: TreeView, { projects: { search } }: CreateIssueForm) => ({
  endpoint: config.projectsEndpoint,
  search,
  ...placeIn(root),
});

function createIssue(view: TreeView, form: CreateIssueForm): TreeFormModel {
  const { search, list, selected } = form.projects;
  const loading = isRead(view, treeReads.projects, projectsAsked(view, form));
  return {
    ...base(view, form, 'Create issue'),
    form: 'createIssue',
    title: form.title,
    projects: { search, options: list, loading, selected, text: optionsText(loading, list.length) },
    recent: search.trim() === '' ? form.recent : [],
  };
}

export const candidatesAsked = ({ tree: { root } }: TreeView, { form, childType, candidates }: WorkItemForm) =>
  form === 'addWorkItem' && root !== null
    ? {
        projectPath: root.fullPath,
        childType,
        search: candidates.search,
        ...placeIn(root),
      }
    : null;

function workItem(view: TreeView, form: WorkItemForm): TreeFormModel {
  const { search, list } = form.candidates;
  const loading = isRead(view, treeReads.candidates, candidatesAsked(view, form));
  const name = typeNoun(form.childType);
  const childIds = get(view.visible.orders, form.parentId)?.ids ?? [];
  const options = workItemCandidates(list, { parentId: form.parentId, childIds });
  const locked = isConfidential(view.tree, view.visible, form.parentId);
  const plural = form.selected.length > 1 ? `${name}s` : name;
  return {
    ...base(view, form, form.form === 'createWorkItem' ? `Create ${name}` : `Add ${plural}`),
    // The sentence about confidential parents speaks of epics; the box below says what holds here.
    confidentialNotice: null,
    form: form.form,
    childType: form.childType,
    typeName: TYPE_NAMES[form.childType],
    title: form.title,
    hint: TITLE_HINT,
    // TR-18.20: under a confidential parent the child is confidential, whatever is ticked.
    confidential: { checked: form.confidential || locked, locked },
    candidates: { search, options, loading, selected: null, text: optionsText(loading, options.length) },
    selected: form.selected,
  };
}

/** TR-12.22: the open form with everything that it shows. */
export const selectTreeForm = remembered((view: TreeView): TreeFormModel | null => {
  const { form } = view.tree;
  switch (form?.form) {
    case undefined:
      return null;
    case 'addEpic':
    case 'addIssue':
      return addExisting(view, form);
    case 'createEpic':
      return createEpic(view, form);
    case 'createIssue':
      return createIssue(view, form);
    case 'createWorkItem':
    case 'addWorkItem':
      return workItem(view, form);
  }
});

export interface RemovalModel {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
}

/** TR-13.22: the question about the child whose removal was asked for. */
export const selectRemovalModel = remembered((view: TreeView): RemovalModel | null => {
  const { removal } = view.tree;
  const child = removal === null ? undefined : get(view.visible.items, removal.id);
  if (removal === null || child === undefined) return null;
  return {
    title: `Remove ${typeNoun(child.type)}`,
    text: removalConfirmation({ ...child, hasChildren: isParent(child) }, titleOf(view, removal.parentId)),
    confirm: 'Remove',
    cancel: 'Cancel',
  };
});

export interface IssueDeleteForm {
  readonly action: string;
  readonly method: 'post';
  readonly fields: Readonly<Record<string, string>>;
  readonly text: string;
}

/** TR-24.20: the form that deletes an issue for good, as the server's page expects it. `name`: what is said to be removed. */
export const issueDeleteForm = (issuePath: string, csrfToken: string, name = 'Issue'): IssueDeleteForm => ({
  action: issuePath,
  method: 'post',
  fields: { _method: 'delete', authenticity_token: csrfToken, destroy_confirm: 'true' },
  text: issueDeletionQuestion(name),
});
