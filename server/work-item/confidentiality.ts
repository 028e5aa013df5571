import { sql } from 'kysely';
import { PARENT_ERRORS, validateConfidentiality } from '@espalier/core/tree/rules';
import type { Change } from '../tree/change.ts';
import { refuse } from '../tree/command.ts';
import type { Item } from '../tree/items.ts';

/** GitLab's texts for work items. */
const workItemTexts = {
  children:
    'A confidential work item must have only confidential children. Make any child items confidential and try again.',
  parent: 'A non-confidential work item cannot have a confidential parent.',
} as const;

interface Around {
  readonly parent_type: string | null;
  readonly parent_confidential: boolean | null;
  readonly public_epics: boolean;
  readonly public_issues: boolean;
}

/** Refuses a confidentiality that the parent or the direct children rule out. The hierarchy lock must be held. */
export async function checkConfidentiality(change: Change, item: Item, confidential: boolean): Promise<void> {
  const { rows } = await sql<Around>`
    SELECT parent.type AS parent_type, parent.confidential AS parent_confidential,
      EXISTS (SELECT FROM parent_links cl JOIN work_items c ON c.id = cl.child_id
        WHERE cl.parent_id = ${item.id} AND NOT c.confidential AND c.type = 'epic') AS public_epics,
      EXISTS (SELECT FROM parent_links cl JOIN work_items c ON c.id = cl.child_id
        WHERE cl.parent_id = ${item.id} AND NOT c.confidential AND c.type <> 'epic') AS public_issues
    FROM (SELECT ${item.id}::bigint AS id) me
    LEFT JOIN parent_links pl ON pl.child_id = me.id
    LEFT JOIN work_items parent ON parent.id = pl.parent_id
  `.execute(change.tx);
  const around = rows[0];
  if (around === undefined) return;
  if (item.type === 'epic') {
    const verdict = validateConfidentiality({
      confidential,
      parentConfidential: around.parent_confidential ?? false,
      hasPublicEpics: around.public_epics,
      hasPublicIssues: around.public_issues,
    });
    if (!verdict.ok) refuse(422, verdict.error);
  } else if (confidential) {
    if (around.public_issues) refuse(422, workItemTexts.children);
  } else if (around.parent_confidential) {
    refuse(422, around.parent_type === 'epic' ? PARENT_ERRORS.confidentialIssue : workItemTexts.parent);
  }
}
