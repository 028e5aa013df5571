import { stateEvent } from '@espalier/core/work-item/rules';
import { refuse } from '../../command/outcome.ts';
import { createEpicDescribed, createItemDescribed, updateItemDescribed } from '../../quick-action/description.ts';
import { deleteWorkItem } from '../../work-item/delete.ts';
import type { HierarchyPatch } from '../../work-item/hierarchy.ts';
import type { ItemPatch } from '../../work-item/patch.ts';
import type { TodoPatch } from '../../work-item/todos.ts';
import { createFromTask, deleteTask, updateTask } from '../../work-item/task-lines.ts';
import { convertItem, type UpdateItemInput } from '../../work-item/update.ts';
import { typeOfId, WORK_ITEM_TYPE_GID } from '../work-item-types.ts';
import { described } from './described.ts';
import { databaseId, databaseIds, ITEM, LABEL, optionalId, originOf } from './ids.ts';
import type {
  WorkItemConvertInput,
  WorkItemCreateFromTaskInput,
  WorkItemCreateInput,
  WorkItemDeleteInput,
  WorkItemDeleteTaskInput,
  WorkItemUpdateInput,
  WorkItemUpdateTaskInput,
} from './inputs.ts';
import { mutation } from './mutation.ts';

const workItemPayload = (id: number) => ({ workItem: { id } });

/** A widget that is given without its value empties it (`milestoneWidget: {}` or `milestoneId: null`). */
function patchOf(input: WorkItemUpdateInput): ItemPatch {
  const { labelsWidget, milestoneWidget, iterationWidget, weightWidget, healthStatusWidget, startAndDueDateWidget } =
    input;
  const milestoneId = optionalId(milestoneWidget?.milestoneId, 'Milestone');
  const iterationId = optionalId(iterationWidget?.iterationId, 'Iteration');
  return {
    title: input.title ?? undefined,
    confidential: input.confidential ?? undefined,
    stateEvent: input.stateEvent == null ? undefined : (stateEvent(input.stateEvent) ?? undefined),
    description: input.descriptionWidget?.description,
    assigneeIds: databaseIds(input.assigneesWidget?.assigneeIds, 'User'),
    labels: labelsWidget
      ? {
          addIds: databaseIds(labelsWidget.addLabelIds, ...LABEL),
          removeIds: databaseIds(labelsWidget.removeLabelIds, ...LABEL),
        }
      : undefined,
    milestoneId: milestoneWidget ? (milestoneId ?? null) : undefined,
    iterationId: iterationWidget ? (iterationId ?? null) : undefined,
    weight: weightWidget ? (weightWidget.weight ?? null) : undefined,
    healthStatus: healthStatusWidget ? (healthStatusWidget.healthStatus ?? null) : undefined,
    progress: input.progressWidget?.progress,
    startDate: startAndDueDateWidget?.startDate,
    dueDate: startAndDueDateWidget?.dueDate,
  };
}

function hierarchyOf({ hierarchyWidget }: WorkItemUpdateInput): HierarchyPatch | undefined {
  if (!hierarchyWidget) return undefined;
  const { parentId, childrenIds, adjacentWorkItemId, relativePosition } = hierarchyWidget;
  return {
    parentId: optionalId(parentId, ...ITEM),
    childrenIds: databaseIds(childrenIds, ...ITEM),
    adjacentId: optionalId(adjacentWorkItemId, ...ITEM) ?? undefined,
    relativePosition: relativePosition ?? undefined,
  };
}

function todoOf({ currentUserTodosWidget: todo }: WorkItemUpdateInput): TodoPatch | undefined {
  if (!todo) return undefined;
  return { action: todo.action, id: optionalId(todo.todoId, 'Todo') ?? undefined };
}

const updateOf = (input: WorkItemUpdateInput): UpdateItemInput => ({
  id: databaseId(input.id, ...ITEM),
  patch: patchOf(input),
  hierarchy: hierarchyOf(input),
  award: input.awardEmojiWidget ?? undefined,
  todo: todoOf(input),
  subscribed: input.notificationsWidget?.subscribed,
});

export const workItemMutations = {
  workItemCreate: mutation(
    async (store, input: WorkItemCreateInput, { viewer, now, baseUrl }) => {
      const type = typeOfId(databaseId(input.workItemTypeId, WORK_ITEM_TYPE_GID));
      const owner = input.projectPath ?? input.namespacePath ?? undefined;
      if (owner === undefined) refuse(422, 'Either projectPath or namespacePath is required');
      if (type === null) refuse(422, 'Work item type does not exist');
      const parentId = optionalId(input.hierarchyWidget?.parentId, ...ITEM);
      const text = {
        title: input.title,
        description: input.description,
        confidential: input.confidential ?? undefined,
      };
      const origin = originOf({ baseUrl });
      if (type === 'epic')
        return createEpicDescribed(store, viewer, { group: owner, parentId, fields: text, origin }, now);
      const milestoneId = optionalId(input.milestoneWidget?.milestoneId, 'Milestone');
      const iterationId = optionalId(input.iterationWidget?.iterationId, 'Iteration');
      const fields = { ...text, milestoneId, iterationId };
      return createItemDescribed(store, viewer, { project: owner, type, parentId, fields, origin }, now);
    },
    described(({ id }) => workItemPayload(id)),
  ),

  workItemUpdate: mutation(
    async (store, input: WorkItemUpdateInput, { viewer, now, baseUrl }) =>
      updateItemDescribed(store, viewer, { ...updateOf(input), origin: originOf({ baseUrl }) }, now),
    described(workItemPayload),
  ),

  workItemCreateFromTask: mutation(
    async (store, { id, workItemData }: WorkItemCreateFromTaskInput, { viewer, now }) => {
      const { lineNumberStart: start, lineNumberEnd: end, lockVersion, title, workItemTypeId } = workItemData;
      const type = typeOfId(databaseId(workItemTypeId, WORK_ITEM_TYPE_GID));
      if (type === null || type === 'epic') refuse(422, 'Work item type does not exist');
      const lines = { id: databaseId(id, ...ITEM), lockVersion, start, end };
      return createFromTask(store, viewer, { ...lines, title, type }, now);
    },
    ({ id, made }) => ({ ...workItemPayload(id), newWorkItem: { id: made } }),
  ),

  workItemDeleteTask: mutation(async (store, input: WorkItemDeleteTaskInput, { viewer, now }) => {
    const { id: task, lineNumberStart: start, lineNumberEnd: end } = input.taskData;
    const lines = { id: databaseId(input.id, ...ITEM), lockVersion: input.lockVersion, start, end };
    return deleteTask(store, viewer, { ...lines, taskId: databaseId(task, ...ITEM) }, now);
  }, workItemPayload),

  workItemUpdateTask: mutation(
    async (store, { id, taskData }: WorkItemUpdateTaskInput, { viewer, now, baseUrl }) => {
      const update = { ...updateOf(taskData), origin: originOf({ baseUrl }) };
      return updateTask(store, viewer, databaseId(id, ...ITEM), (inside) =>
        updateItemDescribed(inside, viewer, update, now),
      );
    },
    ({ id, updated }) => ({
      ...workItemPayload(id),
      ...described((task: number) => ({ task: { id: task } }))(updated),
    }),
  ),

  workItemConvert: mutation(async (store, { id, workItemTypeId }: WorkItemConvertInput, { viewer, now }) => {
    const type = typeOfId(databaseId(workItemTypeId, WORK_ITEM_TYPE_GID));
    return convertItem(store, viewer, { id: databaseId(id, ...ITEM), type, typeId: workItemTypeId }, now);
  }, workItemPayload),

  workItemDelete: mutation(
    async (store, input: WorkItemDeleteInput, { viewer, now }) =>
      deleteWorkItem(store, viewer, databaseId(input.id, ...ITEM), now),
    ({ projectId }) => ({ project: projectId === null ? null : { id: projectId } }),
  ),
};
