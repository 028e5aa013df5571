import { stateEvent } from '@espalier/core/work-item/rules';
import { createEpic } from '../../epic/create.ts';
import { setEpicSubscription } from '../../epic/subscribe.ts';
import { updateEpic } from '../../epic/update.ts';
import { addChildren } from '../../tree/add-children.ts';
import { findProjectItem } from '../../tree/items.ts';
import { reorderTree } from '../../tree/reorder.ts';
import type { ItemPatch } from '../../work-item/patch.ts';
import { databaseIds, iidOf, LABEL } from './ids.ts';
import type {
  CreateEpicInput,
  EpicAddIssueInput,
  EpicSetSubscriptionInput,
  EpicTreeReorderInput,
  UpdateEpicInput,
} from './inputs.ts';
import { mutation } from './run.ts';

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
    'createEpic',
    async (db, input: CreateEpicInput, { viewer, now }) =>
      createEpic(db, viewer, { group: input.groupPath, fields: fieldsOf(input) }, now),
    ({ id }) => epicPayload(id),
  ),

  updateEpic: mutation(
    'updateEpic',
    async (db, input: UpdateEpicInput, { viewer, now }) => {
      const event = input.stateEvent == null ? undefined : (stateEvent(input.stateEvent) ?? undefined);
      const patch: ItemPatch = { ...fieldsOf(input), stateEvent: event };
      return updateEpic(db, viewer, { groupPath: input.groupPath, iid: iidOf(input.iid), patch }, now);
    },
    epicPayload,
  ),

  epicTreeReorder: mutation(
    'epicTreeReorder',
    async (db, { baseEpicId, moved }: EpicTreeReorderInput, { viewer, now }) =>
      reorderTree(db, viewer, { baseEpicId, moved }, now),
    () => ({}),
  ),

  epicAddIssue: mutation(
    'epicAddIssue',
    async (db, input: EpicAddIssueInput, { viewer, now, baseUrl }) => {
      const add = {
        groupPath: input.groupPath,
        iid: iidOf(input.iid),
        kind: 'issue' as const,
        references: [`${input.projectPath}#${input.issueIid}`],
        origin: baseUrl,
      };
      const outcome = await addChildren(db, viewer, add, now);
      if (!outcome.ok) return outcome;
      const issue = await findProjectItem(db, viewer, input.projectPath, iidOf(input.issueIid));
      return {
        ok: true,
        value: { epic: { id: outcome.value }, epicIssue: issue === undefined ? null : { id: issue.id } },
      };
    },
    (value) => value,
  ),

  epicSetSubscription: mutation(
    'epicSetSubscription',
    async (db, input: EpicSetSubscriptionInput, { viewer, now }) =>
      setEpicSubscription(
        db,
        viewer,
        { groupPath: input.groupPath, iid: iidOf(input.iid), subscribed: input.subscribedState },
        now,
      ),
    epicPayload,
  ),
};
