import type { DraftKind } from '../store/drafts.ts';
import type { Action } from '../store/action.ts';
import type { CandidateOption, GroupOption, ProjectOption, TreeForm, TreeSlices, WorkItemForm } from './state.ts';
import { NOTICE } from '../notice/index.ts';
import { referencesIn, retyped, typedIn, type TypedReferences } from '../store/drafts.ts';
import { treeActions, treeAnswers } from './actions.ts';
import { isSending } from './form-slice.ts';
import { madeIn } from '../store/action.ts';
import { ofPlace } from './place.ts';
import { inPlace } from '../store/place.ts';
import { selectRootStatus } from './reads.ts';

interface Data extends Partial<TypedReferences> {
  readonly form: TreeForm['form'];
  readonly parentId: string;
  readonly childType?: WorkItemForm['childType'];
  readonly title?: string;
  readonly confidential?: boolean;
  readonly group?: GroupOption | null;
  readonly project?: ProjectOption | null;
  readonly selected?: readonly CandidateOption[];
}

/** Null: nothing that a person would miss. */
function dataOf(form: TreeForm): Data | null {
  const { parentId } = form;
  switch (form.form) {
    case 'addEpic':
    case 'addIssue': {
      const references = referencesIn(form);
      return references === null ? null : { form: form.form, parentId, ...references };
    }
    case 'createEpic':
      return form.title === '' ? null : { form: form.form, parentId, title: form.title, group: form.groups.selected };
    case 'createIssue':
      return form.title === ''
        ? null
        : { form: form.form, parentId, title: form.title, project: form.projects.selected };
    case 'createWorkItem':
    case 'addWorkItem': {
      const { title, confidential, selected, childType } = form;
      if (title === '' && selected.length === 0) return null;
      return { form: form.form, parentId, childType, title, confidential, selected };
    }
  }
}

const typed = typedIn(dataOf);

const { formOpened, formSubmitted, formClosed } = treeActions;
const ENDS = [formOpened, formSubmitted, formClosed, formSubmitted.committed].map(({ type }) => type);

/** TR-12.25: the form of a tree is kept by the epic or item whose tree it is. */
export const treeDraft: DraftKind<TreeSlices> = {
  form: 'tree',
  // What is on its way is kept as an edit.
  typed: ({ pending, tree: { form, root } }) =>
    form === null || root?.id == null || isSending({ pending }, form) ? null : typed(form, root.id),
  restore(state, { place, data }) {
    const { form, root } = state.tree;
    if (form !== null || root?.id !== place || selectRootStatus(state) !== 'ready') return null;
    const { form: name, parentId, childType, title, confidential, group, project, selected, ...words } = data as Data;
    const opening = { form: name, parentId, ...(childType && { childType }), restored: true } as const;
    const actions: Action[] = [treeActions.formOpened(opening)];
    if (title !== undefined) actions.push(treeActions.titleTyped({ title }));
    if (confidential !== undefined && confidential !== root.confidential)
      actions.push(treeActions.confidentialToggled());
    if (group) actions.push(treeActions.groupChosen({ group }));
    if (project) actions.push(treeActions.projectChosen({ project }));
    for (const candidate of selected ?? []) actions.push(treeActions.candidateToggled({ candidate }));
    const { references, input } = words;
    if (references !== undefined && input !== undefined) {
      actions.push(treeActions.referencesTyped(retyped({ references, input })));
    }
    return [...actions, treeAnswers.announced({ text: NOTICE.putBack })];
  },
  isDone: ofPlace(undefined, ENDS),
};

/** WI-14.8: the same of the tree over the page. */
export const overTreeDraft: DraftKind<TreeSlices> = {
  form: 'tree',
  typed: (state) => treeDraft.typed(inPlace(state, 'over')),
  restore: (state, kept) =>
    treeDraft.restore(inPlace(state, 'over'), kept)?.map((action) => madeIn(action, 'over')) ?? null,
  isDone: ofPlace('over', ENDS),
};
