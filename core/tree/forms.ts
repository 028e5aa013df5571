import type { WorkItem } from '../work-item/entity.ts';
import type { AddExistingForm, ConfirmedTree, TreeForm, TreeSlices } from './state.ts';
import { WorkItemCreateOperation, WorkItemUpdateOperation } from '../api/generated/operations.ts';
import { workItemId } from '../api/wire-parts.ts';
import {
  type EpicLinkJson,
  type IssueLinkJson,
  type LinksAnswer,
  addReferences,
  createChildEpic,
  createIssue,
} from '../api/rest.ts';
import { type Draft, define, graphql, type WireRequest } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import { firstError, numericId } from '../work-item/rules.ts';
import { type FormRequest, treeActions, treeAlert } from './actions.ts';
import { addChildren, addedItem, additionPath, isConfidential, parentPlace, touchedBy } from './children.ts';
import { addedKind, canSubmit, isSending, sentForm } from './form-slice.ts';
import { inPlace } from '../store/place.ts';
import { inheritedFields, takeFirst, TREE_ERRORS } from './rules.ts';
import { ownGroup } from './select/forms.ts';
import { viewOf } from './select/view.ts';

/** TR-12.23: a form is sent once at a time; what was sent is finished even if the form is closed meanwhile. The answer alone shows what it made. */
export const submission = define(treeActions.formSubmitted, {
  scope: ({ serial }) => `tree form ${serial}`,
  // Whoever loses a child by this is read again as well; somebody may have moved it back before this answer came.
  invalidates: ({ parentId }, { confirmed }: TreeSlices, items) => touchedBy(confirmed, parentId, items),
  accept(whole: TreeSlices, _given, _id, place) {
    const state = inPlace(whole, place);
    const { form } = state.tree;
    if (form === null || !canSubmit(form, isSending(state, form))) return null;
    const sent = sentForm(state.tree, form);
    return sent.error === null ? askedBy(state, sent) : null;
  },
  request: (_, asked, typeId: string) => requestOf(asked, typeId),
  /** TR-09.22: the first as many as were asked for stand at the top; everything else comes with the reading that follows. */
  decode(data: unknown, asked): readonly WorkItem[] {
    if (asked.form !== 'addEpic' && asked.form !== 'addIssue') return [];
    const { issuables } = data as LinksAnswer<EpicLinkJson | IssueLinkJson>;
    const [groupPath = ''] = asked.groupPaths;
    return takeFirst(issuables, asked.references.length).map((json) => addedItem(addedKind(asked), json, groupPath));
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
  const confidential = isConfidential(state.tree, state.confirmed, parentId);
  const made = { serial, parentId, title: 'title' in form ? form.title.trim() : '' };
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
      return { ...made, form: form.form, groupId: group?.id ?? null, confidential };
    }
    case 'createIssue': {
      const project = form.projects.selected;
      return project && { ...made, form: form.form, project, confidential };
    }
    case 'createWorkItem': {
      const parent = get(state.confirmed.items, parentId);
      const iterationId = parentId === root?.id ? state.tree.rootIterationId : null;
      const given = { confidential, milestoneId: parent?.milestone ?? null, iterationId };
      // TR-19.25: with what it inherits from its parent.
      const inherited = inheritedFields(given, state.tree.config.allowIterations);
      return {
        ...made,
        form: form.form,
        childType: form.childType,
        projectPath: parent?.projectPath ?? root?.fullPath ?? '',
        confidential: form.confidential || inherited.confidential,
        milestoneId: inherited.milestoneId,
        iterationId: inherited.iterationId,
      };
    }
    case 'addWorkItem': {
      const childrenIds = form.selected.map(({ id }) => id);
      const references = form.selected.map(({ reference }) => reference);
      return { form: form.form, serial, parentId, childrenIds, references };
    }
  }
}

/** The endpoint of the page for its own epic, and one made alike for an epic further down. */
function endpointOf(state: TreeSlices, form: AddExistingForm): string | null {
  const { config, root } = state.tree;
  const kind = addedKind(form);
  const own = kind === 'epic' ? config.epicsEndpoint : config.issuesEndpoint;
  if (form.parentId === root?.id && own !== '') return own;
  const place = parentPlace(state, form.parentId);
  return place && additionPath(kind, place);
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
