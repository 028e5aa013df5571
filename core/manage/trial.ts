import { addDays, compareDays, type CivilDate } from '../calendar/rules.ts';

/** The trial of a top-level group. */
export interface Trial {
  readonly planName: string;
  readonly startsOn: CivilDate;
  /** In days; 1 at least. */
  readonly duration: number;
  /** The variant in which its Owners can ask to be called. */
  readonly contactSales: boolean;
}

export const TRIAL_PLAN = 'Ultimate';
export const TRIAL_DAYS = 30;
export const MOST_TRIAL_DAYS = 3650;

/** Where a trial is, counted in days. */
export interface TrialDay {
  /** 1 on its first day. */
  readonly day: number;
  readonly duration: number;
  /** With today. */
  readonly remaining: number;
  /** The day on which it is over. */
  readonly endsOn: CivilDate;
}

type Days = Pick<Trial, 'startsOn' | 'duration'>;

export const endOfTrial = ({ startsOn, duration }: Days): CivilDate => addDays(startsOn, duration);

/** BD-06.1: null: it has not begun, or is over. */
export function trialDay(trial: Days, today: CivilDate): TrialDay | null {
  const { startsOn, duration } = trial;
  const day = compareDays(today, startsOn) + 1;
  if (day < 1 || day > duration) return null;
  return { day, duration, remaining: duration - day + 1, endsOn: endOfTrial(trial) };
}
