import type { WorkItemType, Iteration } from '../types.ts';
import type { WorkItem } from '../entity.ts';
import { compareDays, formatDayRange, type CivilDate } from '../../calendar/rules.ts';
import { ALLOWED_CHILDREN, WORK_ITEM_TYPES } from './kinds.ts';
import { validateTitle } from './texts.ts';

/** The fields of an item's page: what may be saved, and what belongs together. */

/** WI-02.10: the title to be saved; null: it is unchanged, or no title. */
export function titleToSave(before: string, typed: string): string | null {
  const verdict = validateTitle(typed);
  return verdict.ok && verdict.title !== before ? verdict.title : null;
}

interface ItemDates {
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
}

/** WI-05.1, WI-05.2: what a date that was chosen changes: a start after the due date moves that one along, a due date before the start becomes the start. Null: nothing. */
export function datesToSave(
  before: ItemDates,
  field: keyof ItemDates,
  day: CivilDate | null,
): Partial<ItemDates> | null {
  const { startDate: start, dueDate: due } = before;
  const isLater = (a: CivilDate | null, b: CivilDate | null): boolean =>
    a !== null && b !== null && compareDays(a, b) > 0;
  const wanted = field === 'dueDate' && isLater(start, day) ? start : day;
  const moved = field === 'startDate' && isLater(wanted, due) ? { dueDate: wanted } : {};
  return before[field] === wanted ? null : { [field]: wanted, ...moved };
}

interface Identified {
  readonly id: string;
}

/** People who come and go; everybody else stays. */
export interface PeopleChange<P extends Identified> {
  readonly add: readonly P[];
  readonly remove: readonly string[];
}

/** WI-03.2: people after a change, those who come behind those who were there. */
export function changedPeople<P extends Identified>(
  people: readonly P[],
  { add, remove }: PeopleChange<P>,
): readonly P[] {
  const kept = people.filter(({ id }) => !remove.includes(id));
  const fresh = add.filter(({ id }) => !kept.some((person) => person.id === id));
  return kept.length === people.length && fresh.length === 0 ? people : [...kept, ...fresh];
}

/** The change that makes `after` of these people; null where there is none. */
export function peopleBetween<P extends Identified>(before: readonly P[], after: readonly P[]): PeopleChange<P> | null {
  const lacks = (list: readonly P[]) => (person: P) => !list.some(({ id }) => id === person.id);
  const [add, remove] = [after.filter(lacks(before)), before.filter(lacks(after)).map(({ id }) => id)];
  return add.length === 0 && remove.length === 0 ? null : { add, remove };
}

/** WI-03.1: somebody is ticked or unticked. */
export function withPerson<P extends Identified>(
  { add, remove }: PeopleChange<P>,
  person: P,
  ticked: boolean,
): PeopleChange<P> {
  const [others, kept] = [add.filter(({ id }) => id !== person.id), remove.filter((id) => id !== person.id)];
  return ticked ? { add: [...others, person], remove: kept } : { add: others, remove: [...kept, person.id] };
}

/** WI-03.1: the assignees after a change; where there can be one alone, the last one who was chosen counts. */
export function assigneesAfter<P extends Identified>(
  people: readonly P[],
  change: PeopleChange<P>,
  several: boolean,
): readonly P[] {
  const after = changedPeople(people, change);
  return several || change.add.length === 0 ? after : after.slice(-1);
}

/** WI-07.20: an iteration by its title, else by its days. */
export const iterationTitle = ({ title, startDate, dueDate }: Iteration): string =>
  title ?? formatDayRange(startDate ?? null, dueDate ?? null);

/** WI-09.10: under which types an item of the type may stand. */
export const parentTypes = (child: WorkItemType): readonly WorkItemType[] =>
  WORK_ITEM_TYPES.filter((type) => ALLOWED_CHILDREN[type].some((allowed) => allowed.type === child));

/** WI-02.13: the server's sentence. */
const CONFIDENTIAL_PARENT = 'A non-confidential work item cannot have a confidential parent.';

/** WI-02.13: why the confidentiality cannot be changed; null: it can. */
export const confidentialityFault = (parent: Pick<WorkItem, 'confidential'> | null): string | null =>
  parent?.confidential === true ? CONFIDENTIAL_PARENT : null;

/** WI-15.3: errors of milestone and dates stand one behind the other. */
export const joinedErrors = (messages: readonly string[]): string | null =>
  messages.filter((message) => message.trim() !== '').join('; ') || null;
