import type { EpicLinkJson, IssueLinkJson, LinksAnswer } from '../api/rest.ts';
import type { Draft } from '../mutation/index.ts';
import type { WorkItem } from '../work-item/types.ts';
import type { FormRequest } from './actions.ts';
import type { AddExistingForm, ConfirmedTree, TreeForm, TreeSlices, WorkItemForm } from './state.ts';
import { TreeAdapter } from '../api/adapter.ts';
import { WorkItemCreateOperation, WorkItemUpdateOperation } from '../api/generated/operations.ts';
import { workItemId } from '../api/wire-parts.ts';
import { addReferences, createChildEpic, createIssue } from '../api/rest.ts';
import { define, graphql, type WireRequest } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import { firstError, numericId } from '../work-item/rules.ts';
import { treeActions, treeAlert } from './actions.ts';
import { addChildren, holdersOf, parentPlace } from './children.ts';
import { canSubmit, isSending, sentForm } from './form-slice.ts';
import { inheritedConfidentiality, inheritedFields, takeFirst, TREE_ERRORS } from './rules.ts';
import { ownGroup } from './select/forms.ts';
import { viewOf } from './select/view.ts';

/** TR-12.23: a form is sent once at a time; what was sent is finished even if the form is closed meanwhile. The answer alone shows what it made. */
export const submission = define(treeActions.formSubmitted, {
  scope: ({ serial }) => `tree form ${serial}`,
  // TR-05.30: whoever loses a child by this is read again as well; somebody may have moved it back before this answer came.
  invalidates: ({ parentId }, { confirmed }: TreeSlices, items) => [
    parentId,
    ...holdersOf(confirmed, parentId, items ?? []),
  ],
  accept(state: TreeSlices) {
    const { form } = state.tree;
    if (form === null || !canSubmit(form, isSending(state, form))) return null;
    const sent = sentForm(state.tree, form);
    return sent.error === null ? askedBy(state, sent) : null;
  },
  request: (_, asked, typeId: string) => requestOf(asked, typeId),
  /** TR-09.22: the first as many as were asked for stand at the top; everything else comes with the reading that follows. */
  decode(data: unknown, asked): readonly WorkItem[] {
    if (asked.form !== 'addEpic' && asked.form !== 'addIssue') return [];
    const adapter = new TreeAdapter();
    const count = asked.references.length;
    if (asked.form === 'addIssue')
      return takeFirst((data as LinksAnswer<IssueLinkJson>).issuables, count).map((json) => adapter.issueLink(json));
    const [groupPath = ''] = asked.groupPaths;
    return takeFirst((data as LinksAnswer<EpicLinkJson>).issuables, count).map((json) =>
      adapter.epicLink(json, groupPath),
    );
  },
  commit(draft: Draft<ConfirmedTree>, items, { parentId }) {
    if (items.length > 0) addChildren(draft, parentId, items);
  },
  /** The form stays open and shows the server's error; forms that create have the catalogue's alerts. */
  error({ form }, { messages }) {
    if (form !== 'createEpic' && form !== 'createIssue') return 'form';
    return treeAlert(TREE_ERRORS[form], firstError(messages));
  },
});

function askedBy(state: TreeSlices, form: TreeForm): FormRequest | null {
  const { serial, parentId } = form;
  const { root } = state.tree;
  const parent = get(state.confirmed.items, parentId);
  const isConfidential = parent?.confidential ?? root?.confidential ?? false;
  const made = 'title' in form ? { serial, parentId, title: form.title.trim() } : { serial, parentId, title: '' };
  switch (form.form) {
    case 'addEpic':
    case 'addIssue': {
      const here = root?.fullPath ?? '';
      const groupPaths = [parentPlace(state, parentId)?.fullPath ?? here, here];
      const references = form.references.map(({ text }) => text);
      return { form: form.form, serial, parentId, endpoint: endpointOf(state, form), references, groupPaths };
    }
    case 'createEpic': {
      const group = form.groups.selected ?? ownGroup(viewOf(state), form);
      const confidential = inheritedConfidentiality(false, isConfidential);
      return { ...made, form: form.form, groupId: group?.id ?? null, confidential };
    }
    case 'createIssue': {
      const project = form.projects.selected;
      if (project === null) return null;
      return { ...made, form: form.form, project, confidential: inheritedConfidentiality(false, isConfidential) };
    }
    case 'createWorkItem':
      return newWorkItem(state, form, made);
    case 'addWorkItem': {
      const childrenIds = form.selected.map(({ id }) => id);
      return {
        ...{ form: form.form, serial, parentId, childrenIds },
        references: form.selected.map(({ reference }) => reference),
      };
    }
  }
}

/** TR-19.25: with what it inherits from its parent. */
function newWorkItem(
  { tree, confirmed }: TreeSlices,
  { parentId, childType, confidential }: WorkItemForm,
  made: { readonly serial: number; readonly parentId: string; readonly title: string },
): FormRequest {
  const { root, config } = tree;
  const parent = get(confirmed.items, parentId);
  const inherited = inheritedFields(
    {
      confidential: parent?.confidential ?? root?.confidential ?? false,
      milestoneId: parent?.milestone ?? null,
      iterationId: parentId === root?.id ? tree.rootIterationId : null,
    },
    config.allowIterations,
  );
  return {
    ...made,
    form: 'createWorkItem',
    childType,
    projectPath: parent?.projectPath ?? root?.fullPath ?? '',
    confidential: confidential || inherited.confidential,
    milestoneId: inherited.milestoneId,
    iterationId: inherited.iterationId,
  };
}

/** The endpoint of the page for its own epic, and one made alike for an epic further down. */
function endpointOf(state: TreeSlices, { form, parentId }: AddExistingForm): string | null {
  const { config, root } = state.tree;
  const isEpic = form === 'addEpic';
  const own = isEpic ? config.epicsEndpoint : config.issuesEndpoint;
  if (parentId === root?.id && own !== '') return own;
  const place = parentPlace(state, parentId);
  return place === null ? null : `/groups/${place.fullPath}/-/epics/${place.iid}/${isEpic ? 'links' : 'issues'}`;
}

function requestOf(asked: FormRequest, workItemTypeId: string): WireRequest | null {
  const { parentId } = asked;
  switch (asked.form) {
    case 'addEpic':
    case 'addIssue':
      return asked.endpoint === null ? null : { rest: addReferences(asked.endpoint, asked.references) };
    case 'createEpic': {
      const { title, confidential, groupId } = asked;
      if (groupId === null) return null;
      return { rest: createChildEpic(numericId(groupId), { title, confidential, parentId: numericId(parentId) }) };
    }
    case 'createIssue': {
      const { title, confidential, project } = asked;
      return { rest: createIssue(numericId(project.id), { title, epicId: numericId(parentId), confidential }) };
    }
    case 'createWorkItem': {
      const { title, projectPath, confidential, milestoneId, iterationId } = asked;
      const input = {
        ...{ title, projectPath, workItemTypeId, hierarchyWidget: { parentId: workItemId(parentId) }, confidential },
        ...(milestoneId !== null && { milestoneWidget: { milestoneId } }),
        ...(iterationId !== null && { iterationWidget: { iterationId } }),
      };
      return graphql(WorkItemCreateOperation, { input });
    }
    case 'addWorkItem':
      return graphql(WorkItemUpdateOperation, {
        input: { id: workItemId(parentId), hierarchyWidget: { childrenIds: asked.childrenIds.map(workItemId) } },
      });
  }
}
