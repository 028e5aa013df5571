import { sql } from 'kysely';
import type { Db } from '../db/types.ts';
import type { PlanningFile } from './format.ts';

/** What plans and reports of the demo data begin with. */
export const DEMO_TEMPLATES = [
  {
    name: 'Bug report',
    content:
      '## What happens\n\n## What should happen\n\n## Steps to reproduce\n\n1. \n\n## Environment\n\n- Version:\n- Platform:\n',
  },
  {
    name: 'Enhancement',
    content:
      '## Summary\n\n## Motivation\n\n### Goals\n\n- \n\n### Non-goals\n\n- \n\n## Proposal\n\n## Before it can graduate\n\n- [ ] Tests\n- [ ] Documentation\n- [ ] Production readiness review\n',
  },
] as const;

/** IE-08.46: gives them to the groups at the root of the file; what is there already stays. */
export async function writeDemoTemplates(db: Db, { dataset, groups }: PlanningFile, now: string): Promise<void> {
  const roots = groups.filter(({ parentId }) => parentId === null).map(({ id }) => `${dataset.name}:${id}`);
  await sql`INSERT INTO description_templates (group_id, name, content, created_at, updated_at)
    SELECT g.id, t.name, t.content, ${now}::timestamptz, ${now}::timestamptz
    FROM groups g CROSS JOIN jsonb_to_recordset(${JSON.stringify(DEMO_TEMPLATES)}::jsonb) AS t (name text, content text)
    WHERE g.external_id = ANY(${roots}::text[])
    ON CONFLICT DO NOTHING`.execute(db);
}
