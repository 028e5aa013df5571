import { addDays, type CivilDate, compareDays, formatDay, isCivilDate, weekday } from '../../calendar/rules.ts';

/** What iterations and their cadences may be, and when the automatic ones are (AP-14.80 to AP-14.89). */

export interface CadenceFields {
  readonly title: string;
  readonly description: string | null;
  readonly active: boolean;
  readonly automatic: boolean;
  readonly startDate: CivilDate | null;
  readonly durationInWeeks: number | null;
  readonly iterationsInAdvance: number | null;
  readonly rollOver: boolean;
}

export interface IterationDays {
  readonly startDate: CivilDate;
  readonly dueDate: CivilDate;
}

export type IterationState = 'upcoming' | 'current' | 'closed';

export const CADENCE_TITLE_MAX = 255;
export const CADENCE_DESCRIPTION_MAX = 5000;
export const WEEKS_MAX = 4;
export const ADVANCE_MAX = 10;

export const OVERLAP = 'Dates cannot overlap with other existing Iterations within this iterations cadence';
export const MANUAL_ONLY = 'Iterations cannot be manually added to cadences that use automatic scheduling';
export const NOT_THE_LAST = "upcoming/current iterations can't be deleted unless they are the last one in the cadence";
export const ITERATION_TAKEN = 'Title already being used for another iteration within this cadence.';

export const iterationState = ({ startDate, dueDate }: IterationDays, today: CivilDate): IterationState =>
  compareDays(dueDate, today) < 0 ? 'closed' : compareDays(startDate, today) > 0 ? 'upcoming' : 'current';

export const overlap = (a: IterationDays, b: IterationDays): boolean =>
  compareDays(a.startDate, b.dueDate) <= 0 && compareDays(b.startDate, a.dueDate) <= 0;

const tooLong = (text: string | null, most: number): readonly string[] =>
  text !== null && [...text].length > most ? [`is too long (maximum is ${most} characters)`] : [];

const YEARS_AHEAD = 500;

/** What follows a day has to be a day, too: years have four digits. */
function dayFaults(day: string | null, otherwise: string, today: CivilDate): readonly string[] {
  if (!isCivilDate(day)) return [otherwise];
  const far = `${String(Number(today.slice(0, 4)) + YEARS_AHEAD).padStart(4, '0')}${today.slice(4)}`;
  return day > far ? [`cannot be more than ${YEARS_AHEAD} years in the future`] : [];
}

function amountFaults(amount: number | null, most: number, isNeeded: boolean): readonly string[] {
  if (amount === null) return isNeeded ? ["can't be blank"] : [];
  return Number.isInteger(amount) && amount >= 0 && amount <= most ? [] : ['is not included in the list'];
}

/** AP-14.82: what is wrong with a cadence, by field, in GitLab's words; `before` null: it is new. `iterations`: what it has. */
export function cadenceFaults(
  cadence: CadenceFields,
  before: CadenceFields | null,
  iterations: readonly IterationDays[],
  today: CivilDate,
): Readonly<
  Record<'title' | 'description' | 'startDate' | 'durationInWeeks' | 'iterationsInAdvance' | 'base', readonly string[]>
> {
  const { title, description, automatic, startDate, durationInWeeks, iterationsInAdvance } = cadence;
  return {
    title: title.trim() === '' ? ["can't be blank"] : tooLong(title, CADENCE_TITLE_MAX),
    description: tooLong(description, CADENCE_DESCRIPTION_MAX),
    startDate: startDate === null ? (automatic ? ["can't be blank"] : []) : dayFaults(startDate, 'is invalid', today),
    durationInWeeks: amountFaults(durationInWeeks, WEEKS_MAX, automatic),
    iterationsInAdvance: amountFaults(iterationsInAdvance, ADVANCE_MAX, automatic),
    base: startFaults(cadence, before, iterations, today),
  };
}

const period = ({ startDate, dueDate }: IterationDays): string => `${formatDay(startDate)} - ${formatDay(dueDate)}`;

/** AP-14.83: a new start, or another length, begins after what has begun. */
function startFaults(
  { automatic, startDate, durationInWeeks }: CadenceFields,
  before: CadenceFields | null,
  iterations: readonly IterationDays[],
  today: CivilDate,
): readonly string[] {
  const isSame =
    before?.automatic === true && before.startDate === startDate && before.durationInWeeks === durationInWeeks;
  if (!automatic || isSame || !isCivilDate(startDate) || durationInWeeks === null) return [];
  const current = iterations.find((each) => iterationState(each, today) === 'current');
  if (current !== undefined) {
    return compareDays(startDate, current.dueDate) > 0
      ? []
      : [`The automation start date must come after the active iteration ${period(current)}.`];
  }
  const past = iterations.filter((each) => iterationState(each, today) === 'closed').at(-1);
  const earliest = addDays(today, 1 - durationInWeeks * 7);
  return [
    ...(past !== undefined && compareDays(startDate, past.dueDate) <= 0
      ? [`The automation start date must come after the past iteration ${period(past)}.`]
      : []),
    ...(compareDays(startDate, earliest) < 0
      ? [
          `The automation start date would retroactively create a past iteration. ${earliest} is the earliest possible start date.`,
        ]
      : []),
  ];
}

/** AP-14.87: what is wrong with an iteration, in GitLab's words. */
export function iterationFaults(
  {
    title,
    startDate,
    dueDate,
  }: { readonly title: string; readonly startDate: string | null; readonly dueDate: string | null },
  today: CivilDate,
): readonly string[] {
  const ofDay = (name: string, day: string | null): readonly string[] =>
    dayFaults(day, "can't be blank", today).map((fault) => `${name} ${fault}`);
  const isReversed = isCivilDate(startDate) && isCivilDate(dueDate) && compareDays(dueDate, startDate) <= 0;
  return [
    ...tooLong(title, CADENCE_TITLE_MAX).map((fault) => `Title ${fault}`),
    ...ofDay('Start date', startDate),
    ...ofDay('Due date', dueDate),
    ...(isReversed ? ['Due date must be greater than start date'] : []),
  ];
}

const isSchedule = ({ active, automatic, startDate, durationInWeeks, iterationsInAdvance }: CadenceFields): boolean =>
  active && automatic && startDate !== null && (durationInWeeks ?? 0) > 0 && (iterationsInAdvance ?? 0) > 0;

/** The first day after this one that is of the same day of the week as `like`. */
const nextLike = (day: CivilDate, like: CivilDate): CivilDate =>
  addDays(day, ((weekday(like) - weekday(day) + 6) % 7) + 1);

export interface Schedule<I> {
  /** Upcoming ones that get other days. */
  readonly moved: readonly { readonly iteration: I; readonly days: IterationDays }[];
  readonly made: readonly IterationDays[];
  /** The day on which something is to be done next. */
  readonly next: CivilDate;
}

/**
 * AP-14.84: one after another, each as long as the cadence says and beginning on its day of the week; as many upcoming ones as it wants. Those that have begun keep their days. Null: the cadence
 * makes none. `iterations`: those that there are, in their order.
 */
export function scheduleOf<I extends IterationDays>(
  cadence: CadenceFields,
  iterations: readonly I[],
  today: CivilDate,
): Schedule<I> | null {
  const { startDate, durationInWeeks, iterationsInAdvance } = cadence;
  if (!isSchedule(cadence) || startDate === null) return null;
  const length = (durationInWeeks ?? 0) * 7;
  const from = (day: CivilDate): IterationDays => ({ startDate: day, dueDate: addDays(day, length - 1) });
  const begun = iterations.filter((each) => iterationState(each, today) !== 'upcoming');
  const upcoming = iterations.filter((each) => iterationState(each, today) === 'upcoming');
  const last = begun.at(-1);
  let at = last === undefined || compareDays(startDate, today) > 0 ? startDate : nextLike(last.dueDate, startDate);
  if (upcoming.length > 0) while (compareDays(from(at).dueDate, today) < 0) at = addDays(at, length);
  const days = [...begun] as IterationDays[];
  const moved = upcoming.flatMap((iteration) => {
    const next = from(at);
    days.push(next);
    at = addDays(at, length);
    return next.startDate === iteration.startDate && next.dueDate === iteration.dueDate
      ? []
      : [{ iteration, days: next }];
  });
  const made: IterationDays[] = [];
  const isUpcoming = (each: IterationDays): boolean => compareDays(each.startDate, today) > 0;
  for (let ahead = days.filter(isUpcoming).length; ahead < (iterationsInAdvance ?? 0); at = addDays(at, length)) {
    made.push(from(at));
    if (compareDays(at, today) > 0) ahead += 1;
  }
  const turns = [...days, ...made].flatMap((each) => [each.startDate, addDays(each.dueDate, 1)]);
  const next = turns.filter((day) => compareDays(day, today) > 0).sort(compareDays)[0] ?? addDays(today, 1);
  return { moved, made, next };
}
