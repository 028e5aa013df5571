import { isHexColor } from '@espalier/core/work-item/rules';
import type { Viewer } from '../access/viewer.ts';
import { changePlan } from '../command/change.ts';
import { mayIn } from '../command/item.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';

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
export function createLabel(
  store: PlanStore,
  viewer: Viewer,
  input: CreateLabelInput,
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const { groupPath, projectPath } = input;
    if ((groupPath == null) === (projectPath == null)) {
      refuse(422, 'Exactly one of groupPath or projectPath arguments is required');
    }
    const owner =
      (groupPath != null
        ? await change.store.group(viewer, groupPath)
        : await change.store.project(viewer, projectPath ?? '')) ?? hidden();
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

    const id = await change.store.labels.insert(owner, { title, description, color: input.color }, now);
    return id ?? refuse(422, 'Title has already been taken');
  });
}
