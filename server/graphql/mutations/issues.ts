import { stateEvent, type WorkItemType } from '@espalier/core/work-item/rules';
import { refuse } from '../../command/outcome.ts';
import { createItemDescribed, updateIssueDescribed } from '../../quick-action/description.ts';
import type { ItemPatch } from '../../work-item/patch.ts';
import { setIssueSubscription } from '../../work-item/subscribe.ts';
import { estimateOf } from '../../work-item/time.ts';
import { updateIssue } from '../../work-item/update.ts';
import { described } from './described.ts';
import { databaseIds, iidOf, LABEL, optionalId, originOf } from './ids.ts';
import type {
  CreateIssueInput,
  IssuePlace,
  IssueSetAssigneesInput,
  IssueSetSubscriptionInput,
  UpdateIssueInput,
} from './inputs.ts';
import { mutation } from './mutation.ts';

const issuePayload = (id: number) => ({ issue: { id } });

const placeOf = ({ projectPath, iid }: IssuePlace) => ({ projectPath, iid: iidOf(iid) });

/** `KEY_RESULT` as it is stored. */
const typeOf = (type: string | null | undefined) => type?.toLowerCase() as Exclude<WorkItemType, 'epic'> | undefined;

/** One field of an issue by a mutation of its own. */
const setting = <Input>(patchOf: (input: Input) => ItemPatch) =>
  mutation(
    async (store, input: Input & IssuePlace, { viewer, now }) =>
      updateIssue(store, viewer, { ...placeOf(input), patch: patchOf(input) }, now),
    issuePayload,
  );

function patchOf(input: UpdateIssueInput): ItemPatch {
  const labels = {
    ids: databaseIds(input.labelIds, ...LABEL),
    addIds: databaseIds(input.addLabelIds, ...LABEL),
    removeIds: databaseIds(input.removeLabelIds, ...LABEL),
  };
  return {
    title: input.title ?? undefined,
    description: input.description,
    confidential: input.confidential ?? undefined,
    locked: input.locked ?? undefined,
    stateEvent: input.stateEvent == null ? undefined : (stateEvent(input.stateEvent) ?? undefined),
    type: typeOf(input.type),
    labels: Object.values(labels).some((ids) => ids !== undefined) ? labels : undefined,
    milestoneId: optionalId(input.milestoneId, 'Milestone'),
    dueDate: input.dueDate,
    weight: input.weight,
    healthStatus: input.healthStatus,
    timeEstimate: input.timeEstimate == null ? undefined : estimateOf(input.timeEstimate),
  };
}

/** Items of a project by its path and their numbers: the issue mutations of the wire. */
export const issueMutations = {
  createIssue: mutation(
    async (store, input: CreateIssueInput, { viewer, now, baseUrl }) => {
      const labels = { ids: databaseIds(input.labelIds, ...LABEL), addTitles: input.labels ?? undefined };
      const fields = {
        title: input.title,
        description: input.description,
        confidential: input.confidential ?? undefined,
        labels: labels.ids === undefined && labels.addTitles === undefined ? undefined : labels,
        milestoneId: optionalId(input.milestoneId, 'Milestone'),
        iterationId: optionalId(input.iterationId, 'Iteration'),
        assigneeIds: databaseIds(input.assigneeIds, 'User'),
        weight: input.weight,
        healthStatus: input.healthStatus,
        dueDate: input.dueDate,
      };
      const place = {
        project: input.projectPath,
        type: typeOf(input.type) ?? ('issue' as const),
        parentId: optionalId(input.epicId, 'Epic'),
        underEpic: true,
      };
      return createItemDescribed(store, viewer, { ...place, fields, origin: originOf({ baseUrl }) }, now);
    },
    described(({ id }) => issuePayload(id)),
  ),

  updateIssue: mutation(async (store, input: UpdateIssueInput, { viewer, now, baseUrl }) => {
    const epicId = optionalId(input.epicId, 'Epic');
    const edit = { ...placeOf(input), patch: patchOf(input), epicId, origin: originOf({ baseUrl }) };
    return updateIssueDescribed(store, viewer, edit, now);
  }, described(issuePayload)),

  issueSetAssignees: mutation(async (store, input: IssueSetAssigneesInput, { viewer, now }) => {
    const assignees = { usernames: input.assigneeUsernames, mode: input.operationMode ?? 'REPLACE' } as const;
    return updateIssue(store, viewer, { ...placeOf(input), patch: {}, assignees }, now);
  }, issuePayload),

  issueSetConfidential: setting(({ confidential }: { readonly confidential: boolean }) => ({ confidential })),

  issueSetDueDate: setting(({ dueDate }: { readonly dueDate?: string | null }) => ({
    // A day, of whatever instant of it.
    dueDate: dueDate === undefined ? refuse(422, 'Argument dueDate must be provided') : (dueDate?.slice(0, 10) ?? null),
  })),

  issueSetEpic: mutation(
    async (store, input: IssuePlace & { readonly epicId?: string | null }, { viewer, now }) =>
      updateIssue(
        store,
        viewer,
        { ...placeOf(input), patch: {}, epicId: optionalId(input.epicId, 'Epic') ?? null },
        now,
      ),
    issuePayload,
  ),

  issueSetIteration: setting(({ iterationId }: { readonly iterationId?: string | null }) => ({
    iterationId: optionalId(iterationId, 'Iteration') ?? null,
  })),

  issueSetLocked: setting(({ locked }: { readonly locked: boolean }) => ({ locked })),

  issueSetSubscription: mutation(
    async (store, input: IssueSetSubscriptionInput, { viewer, now }) =>
      setIssueSubscription(store, viewer, { ...placeOf(input), subscribed: input.subscribedState }, now),
    issuePayload,
  ),

  issueSetTitle: setting(({ title }: { readonly title: string }) => ({ title })),

  issueSetWeight: setting(({ weight }: { readonly weight?: number | null }) => ({ weight: weight ?? null })),
};
