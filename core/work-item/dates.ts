import type { WorkItem } from './entity.ts';
import type { CivilDate } from './types.ts';

export type DateField = 'start' | 'due';

/** One of an epic's two dates with everything that is known about where it comes from (EP-07). */
export interface EpicDate {
  readonly date: CivilDate | null;
  readonly isFixed: boolean;
  readonly fixed: CivilDate | null;
  readonly inherited: CivilDate | null;
}

type DateFact = 'Date' | 'DateIsFixed' | 'DateFixed' | 'DateInherited';
type FactsOf<F extends DateField> = Pick<WorkItem, `${F}${DateFact}`>;

/** The names of the facts of a date. */
const NAMES = {
  start: {
    date: 'startDate',
    isFixed: 'startDateIsFixed',
    fixed: 'startDateFixed',
    inherited: 'startDateInherited',
  },
  due: { date: 'dueDate', isFixed: 'dueDateIsFixed', fixed: 'dueDateFixed', inherited: 'dueDateInherited' },
} as const;

/** The facts that a change of a date changes. */
export const dateFields = (field: DateField): readonly (keyof WorkItem)[] => Object.values(NAMES[field]);

/** A date as it stands in the item. What was never read is none, and not fixed. */
export function epicDate(item: FactsOf<DateField>, field: DateField): EpicDate {
  const names = NAMES[field];
  const [date, isFixed] = [item[names.date] ?? null, item[names.isFixed] === true];
  return {
    date,
    isFixed,
    fixed: isFixed ? date : (item[names.fixed] ?? null),
    inherited: isFixed ? (item[names.inherited] ?? null) : date,
  };
}

type Said = Omit<EpicDate, 'inherited'> & { readonly inherited?: CivilDate | null };
type Told<F extends DateField> = Required<Pick<WorkItem, `${F}Date` | `${F}DateIsFixed`>> & FactsOf<F>;

/** A date as the item keeps it. An inherited date that a reading does not tell beside a fixed one stays as it is known. */
export function dateFacts<F extends DateField>(field: F, { date, isFixed, fixed, inherited }: Said): Told<F> {
  const names = NAMES[field];
  return {
    [names.date]: date,
    [names.isFixed]: isFixed,
    [names.fixed]: isFixed ? null : fixed,
    ...(isFixed && inherited === undefined ? {} : { [names.inherited]: isFixed ? inherited : null }),
  } as Told<F>;
}

/** What a change makes of a date. */
export interface DateSetting {
  /** False: it is inherited. */
  readonly isFixed: boolean;
  /** Undefined: the fixed date stays as it is; null: it is empty. */
  readonly fixed?: CivilDate | null;
  /** RM-09.40: of a date that becomes inherited: what it is, as far as whoever worked the change out knew. Undefined: what is known. */
  readonly inherited?: CivilDate | null;
}

/** EP-07.30: a date after a change of its kind or of its fixed value; the other value is kept (EP-07.31). */
export function changedDate(date: EpicDate, change: DateSetting): EpicDate {
  // mutant: sidebar-date-loses-the-other
  const { isFixed, fixed = date.fixed, inherited = date.inherited } = change;
  return { isFixed, fixed, inherited, date: isFixed ? fixed : inherited };
}

/** What a change makes of an epic's dates; one that it does not name stays as it is. */
export type DateSettings = { readonly [F in DateField]?: DateSetting };

const named = (settings: DateSettings) => Object.entries(settings) as [DateField, DateSetting][];

/** The scope in which changes of an item's dates are sent, wherever they are made: some change both dates at once. */
export const datesScope = (id: string): string => `${id} dates`;

/** The dates of an item after a change of them. */
export const changedDates = (item: FactsOf<DateField>, settings: DateSettings): Partial<FactsOf<DateField>> =>
  Object.assign(
    {},
    ...named(settings).map(([field, setting]) => dateFacts(field, changedDate(epicDate(item, field), setting))),
  );

/** Whether the dates are still what a change made of them. What an inherited one is inherited from is somebody else's. */
export const haveSettings = (item: FactsOf<DateField>, settings: DateSettings): boolean =>
  named(settings).every(([field, setting]) => hasSetting(epicDate(item, field), setting));

export const hasSetting = (date: EpicDate, { isFixed, fixed }: DateSetting): boolean =>
  date.isFixed === isFixed && (fixed === undefined || date.fixed === fixed);

type DateInput = { readonly [N in (typeof NAMES)[DateField]['isFixed']]?: boolean } & {
  readonly [N in (typeof NAMES)[DateField]['fixed']]?: CivilDate | null;
};

/** EP-07.37: a change of dates in the words of the wire: of each its kind, and the fixed value where that is changed. */
export const datesInput = (settings: DateSettings): DateInput =>
  Object.assign(
    {},
    ...named(settings).map(([field, { isFixed, fixed }]) => {
      // mutant: sidebar-inherited-is-fixed
      return { [NAMES[field].isFixed]: isFixed, ...(fixed === undefined ? {} : { [NAMES[field].fixed]: fixed }) };
    }),
  );
