import { templateFaults } from '@espalier/core/template/rules';
import { makeGroup } from '../db/testing-data.ts';
import { openTestDatabase } from '../db/testing.ts';
import { DEMO_TEMPLATES, writeDemoTemplates } from './demo-templates.ts';
import type { PlanningFile } from './format.ts';

test('IE-08.46 the groups at the root have the templates once, and keep what was made of them', async () => {
  for (const template of DEMO_TEMPLATES) expect(templateFaults(template)).toEqual({ name: null, content: null });
  const database = await openTestDatabase();
  await database.reset();
  const { db } = database;
  const root = await makeGroup(db, { path: 'root' });
  const below = await makeGroup(db, { path: 'below', parentId: root });
  for (const id of [root, below]) {
    await db
      .updateTable('groups')
      .set({ external_id: `demo:group:${id}` })
      .where('id', '=', id)
      .execute();
  }
  const file = {
    dataset: { name: 'demo' },
    groups: [
      { id: `group:${root}`, parentId: null },
      { id: `group:${below}`, parentId: `group:${root}` },
    ],
  } as unknown as PlanningFile;
  const names = async () => {
    const rows = await db.selectFrom('description_templates').select(['group_id', 'name']).orderBy('name').execute();
    return rows.map(({ group_id, name }) => [group_id, name]);
  };
  await writeDemoTemplates(db, file, '2026-11-21T12:00:00.000Z');
  await db.updateTable('description_templates').set({ name: 'BUG REPORT' }).where('name', '=', 'Bug report').execute();
  await writeDemoTemplates(db, file, '2026-11-22T12:00:00.000Z');
  expect(await names()).toEqual([
    [root, 'BUG REPORT'],
    [root, 'Enhancement'],
  ]);
  await database.close();
});
