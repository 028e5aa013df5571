import { sql } from 'kysely';
import { isHexColor } from '@espalier/core/work-item/rules';
import type { Viewer } from '../access/viewer.ts';
import type { Db } from '../db/types.ts';
import { changePlan } from '../tree/change.ts';
import { denied, hidden, type Outcome, refuse } from '../tree/command.ts';
import { findGroup, findProject, mayIn } from './owners.ts';

export interface CreateLabelInput {
  /** Full path of the group or project that is to own the label; exactly one. */
  readonly groupPath?: string | null;
  readonly projectPath?: string | null;
  readonly title: string;
  readonly description?: string | null;
  /** `#` and 3 or 6 hex digits. */
  readonly color: string;
}

export const LABEL_TITLE_MAX = 255;

/** What is wrong with a label's title, in GitLab's words; null for a good one. Blanks at its ends do not count. */
export function labelTitleFault(title: string): string | null {
  if (title === '') return "Title can't be blank";
  if ([...title].length > LABEL_TITLE_MAX) return `Title is too long (maximum is ${LABEL_TITLE_MAX} characters)`;
  if (title.includes(',') || title.includes('\0')) return 'Title is invalid';
  return null;
}

/** EP-08.40: makes a label of a group or project. Answers its id; refused with every fault at once. */
export function createLabel(db: Db, viewer: Viewer, input: CreateLabelInput, now: string): Promise<Outcome<number>> {
  return changePlan(db, viewer, now, async (change) => {
    const { groupPath, projectPath } = input;
    if ((groupPath == null) === (projectPath == null)) {
      refuse(422, 'Exactly one of groupPath or projectPath arguments is required');
    }
    const owner =
      (groupPath != null
        ? await findGroup(change.tx, viewer, groupPath)
        : await findProject(change.tx, viewer, projectPath ?? '')) ?? hidden();
    if (!mayIn(viewer, 'adminLabel', owner)) denied();

    const title = input.title.trim();
    const fault = labelTitleFault(title);
    const faults = [
      ...(fault === null ? [] : [fault]),
      ...(isHexColor(input.color) ? [] : ['Color must be a valid color code']),
    ];
    if (faults.length > 0) refuse(422, ...faults);
    const description = input.description ?? null;
    if (description?.includes('\0')) refuse(422, 'Description is invalid');

    const { rows } = await sql<{ id: number }>`
      INSERT INTO labels (group_id, project_id, title, description, color, created_at, updated_at)
      VALUES (${owner.project_id === null ? owner.group_id : null}::bigint, ${owner.project_id}::bigint, ${title}, ${description},
        ${input.color}, ${now}::timestamptz, ${now}::timestamptz)
      ON CONFLICT DO NOTHING RETURNING id
    `.execute(change.tx);
    return rows[0]?.id ?? refuse(422, 'Title has already been taken');
  });
}
