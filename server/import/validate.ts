import { checkContents, type Outline } from './check-contents.ts';
import { checkForm } from './check-form.ts';
import type { PlanningSource } from './planning-source.ts';

/**
 * Is this a planning data file that can be imported as it stands? First its form, by the schema; then, where the form is right, what a
 * schema cannot say (references, duplicates, cycles, depth, days that exist, the API's rules for titles and descriptions). The number of children
 * is not asked: what the file says is so. Throws `ImportRefused` with every fault; answers what the writing needs to know beforehand.
 */
export async function validatePlanningFile(
  source: PlanningSource,
  onRows: (rows: number) => void = () => undefined,
): Promise<Outline> {
  await checkForm(source, onRows);
  return checkContents(source, onRows);
}
