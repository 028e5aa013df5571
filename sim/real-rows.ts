import type { World } from './server/index.ts';
import type { Db } from '../server/db/types.ts';

/** The tables of both servers, as text, where they differ. */
export async function rowFaults(world: World, db: Db): Promise<string[]> {
  const { items, links } = world;
  const rows = await db.selectFrom('work_items').selectAll().orderBy('id').execute();
  const real = rows.map((row) => [
    row.id,
    row.iid,
    row.type,
    row.group_id,
    row.project_id,
    row.title,
    row.state,
    row.confidential,
    row.weight,
    row.health_status,
    row.lock_version,
    row.color.toLowerCase(),
    row.type === 'epic'
      ? [row.start_date_is_fixed, row.start_date_fixed, row.due_date_is_fixed, row.due_date_fixed]
      : [],
  ]);
  const model = [...items.values()]
    .sort((a, b) => a.id - b.id)
    .map((row) => [
      row.id,
      row.iid,
      row.type,
      row.groupId,
      row.projectId,
      row.title,
      row.state,
      row.confidential,
      row.weight,
      row.healthStatus,
      row.lockVersion,
      row.color.toLowerCase(),
      row.type === 'epic' ? [row.startIsFixed, row.startDate, row.dueIsFixed, row.dueDate] : [],
    ]);
  const stored = await db.selectFrom('parent_links').selectAll().orderBy('child_id').execute();
  const realLinks = stored.map((row) => [row.parent_id, row.child_id, row.relative_position]);
  const modelLinks = [...links.values()].map((row) => [row.parentId, row.childId, row.position]);
  return [
    ...differing('work_items', real, model),
    ...differing('parent_links', realLinks, modelLinks),
    ...(await sidebarFaults(world, db)),
  ];
}

/** Links beside the tree, the labels of items, and what people keep for themselves. */
async function sidebarFaults({ relations, labels, items, todos, subscriptions }: World, db: Db): Promise<string[]> {
  const realRelations = await db.selectFrom('work_item_links').select(['type', 'source_id', 'target_id']).execute();
  const realLabels = await db
    .selectFrom('work_item_labels')
    .innerJoin('labels', 'labels.id', 'work_item_labels.label_id')
    .select(['work_item_id', 'labels.title', 'labels.group_id'])
    .execute();
  const realTodos = await db.selectFrom('todos').select(['user_id', 'work_item_id', 'state']).execute();
  const realChoices = await db.selectFrom('subscriptions').select(['work_item_id', 'user_id', 'subscribed']).execute();
  const carried = [...items.values()].flatMap(({ id, labelIds }) =>
    labelIds.flatMap((label) => {
      const row = labels.get(label);
      return row === undefined ? [] : [[id, row.title, row.groupId]];
    }),
  );
  return [
    ...differing(
      'work_item_links',
      realRelations.map((row) => [row.type, row.source_id, row.target_id]),
      [...relations.values()].map((row) => [row.type, row.sourceId, row.targetId]),
    ),
    ...differing(
      'work_item_labels',
      realLabels.map((row) => [row.work_item_id, row.title, row.group_id]),
      carried,
    ),
    ...differing(
      'todos',
      realTodos.map((row) => [row.user_id, row.work_item_id, row.state]),
      [...todos.values()].map((row) => [row.userId, row.itemId, row.state]),
    ),
    ...differing(
      'subscriptions',
      realChoices.map((row) => [`${row.work_item_id} ${row.user_id}`, row.subscribed]),
      [...subscriptions],
    ),
  ];
}

function differing(table: string, real: readonly unknown[][], model: readonly unknown[][]): string[] {
  const [realLines, modelLines] = [real.map((row) => JSON.stringify(row)), model.map((row) => JSON.stringify(row))];
  return [
    ...realLines.filter((line) => !modelLines.includes(line)).map((line) => `${table}: only the database has ${line}`),
    ...modelLines.filter((line) => !realLines.includes(line)).map((line) => `${table}: only the model has ${line}`),
  ];
}
