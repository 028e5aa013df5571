import { stateEvent } from '@espalier/core/work-item/rules';
import { setEpicSubscription } from '../../epic/subscribe.ts';
import { createEpicDescribed, updateEpicDescribed } from '../../quick-action/description.ts';
import { addChildren } from '../../tree/children.ts';
import { reorderTree } from '../../tree/reorder.ts';
import type { ItemPatch } from '../../work-item/patch.ts';
import { described } from './described.ts';
import { databaseIds, iidOf, LABEL, originOf } from './ids.ts';
import type {
  CreateEpicInput,
  EpicAddIssueInput,
  EpicSetSubscriptionInput,
  EpicTreeReorderInput,
  UpdateEpicInput,
} from './inputs.ts';
import { mutation } from './mutation.ts';

const epicPayload = (id: number) => ({ epic: { id } });

function fieldsOf(input: CreateEpicInput) {
  const labels = {
    addIds: databaseIds(input.addLabelIds, ...LABEL),
    addTitles: input.addLabels ?? undefined,
    removeIds: databaseIds(input.removeLabelIds, ...LABEL),
    removeTitles: input.removeLabels ?? undefined,
  };
  return {
    title: input.title ?? undefined,
    description: input.description,
    confidential: input.confidential ?? undefined,
    color: input.color ?? undefined,
    labels: Object.values(labels).some((value) => value !== undefined) ? labels : undefined,
    startDateFixed: input.startDateFixed === '' ? null : input.startDateFixed,
    startDateIsFixed: input.startDateIsFixed ?? undefined,
    dueDateFixed: input.dueDateFixed === '' ? null : input.dueDateFixed,
    dueDateIsFixed: input.dueDateIsFixed ?? undefined,
  } satisfies ItemPatch;
}

export const epicMutations = {
  createEpic: mutation(
    async (store, input: CreateEpicInput, { viewer, now, baseUrl }) =>
      createEpicDescribed(
        store,
        viewer,
        { group: input.groupPath, fields: fieldsOf(input), origin: originOf({ baseUrl }) },
        now,
      ),
    described(({ id }) => epicPayload(id)),
  ),

  updateEpic: mutation(async (store, input: UpdateEpicInput, { viewer, now, baseUrl }) => {
    const event = input.stateEvent == null ? undefined : (stateEvent(input.stateEvent) ?? undefined);
    const patch: ItemPatch = { ...fieldsOf(input), stateEvent: event };
    const place = { groupPath: input.groupPath, iid: iidOf(input.iid), origin: originOf({ baseUrl }) };
    return updateEpicDescribed(store, viewer, { ...place, patch }, now);
  }, described(epicPayload)),

  epicTreeReorder: mutation(
    async (store, { baseEpicId, moved }: EpicTreeReorderInput, { viewer, now }) =>
      reorderTree(store, viewer, { baseEpicId, moved }, now),
    () => ({}),
  ),

  epicAddIssue: mutation(
    async (store, input: EpicAddIssueInput, { viewer, now, baseUrl }) => {
      const add = {
        groupPath: input.groupPath,
        iid: iidOf(input.iid),
        kind: 'issue' as const,
        references: [`${input.projectPath}#${input.issueIid}`],
        origin: baseUrl,
      };
      const outcome = await addChildren(store, viewer, add, now);
      if (!outcome.ok) return outcome;
      const issue = await store.items.ofProject(viewer, input.projectPath, iidOf(input.issueIid));
      return {
        ok: true,
        value: { epic: { id: outcome.value }, epicIssue: issue === undefined ? null : { id: issue.id } },
      };
    },
    (value) => value,
  ),

  epicSetSubscription: mutation(
    async (store, input: EpicSetSubscriptionInput, { viewer, now }) =>
      setEpicSubscription(
        store,
        viewer,
        { groupPath: input.groupPath, iid: iidOf(input.iid), subscribed: input.subscribedState },
        now,
      ),
    epicPayload,
  ),
};
