import type { ReactNode } from 'react';
import {
  iterationPlace,
  milestonePlace,
  timeboxState,
  type IterationPageEntry,
  type MilestonePageEntry,
  type TimeboxEntry,
} from '@espalier/core/manage';
import { formatDayRange } from '@espalier/core/calendar';
import { LoadFailure } from '../frame/missing.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import { ITERATION_STATES, iterationsView } from './iterations-view.tsx';
import { milestonesView } from './milestones-view.tsx';
import type { NounView, OneProps } from './noun-view.ts';
import type { TimeboxSource } from './timebox-page.tsx';

const load = () => import('./timebox-page.tsx').then((module) => module.TimeboxPage);

/** Charts and the list of items are code of its own. */
function TimeboxView({ source, ...props }: OneProps & { readonly source: TimeboxSource }) {
  const { module: Page, failed, retry } = useLazy(load, true);
  if (failed) return <LoadFailure text="This page could not be loaded." onRetry={retry} />;
  return Page === null ? (
    <SkeletonRows rows={6} label={`Loading the ${source.noun}`} />
  ) : (
    <Page source={source} {...props} />
  );
}

/** The page of one entry; what is done with it is what their list offers. */
function viewOf<E extends TimeboxEntry>(list: NounView, given: TimeboxSource<E>): NounView {
  const source = given as unknown as TimeboxSource;
  return { ...list, one: (props: OneProps): ReactNode => <TimeboxView source={source} {...props} /> };
}

const TONES = { Open: 'success', Upcoming: 'neutral', Expired: 'warning', Closed: 'info' } as const;

export const milestoneView = viewOf<MilestonePageEntry>(milestonesView, {
  noun: 'milestone',
  state(entry, today) {
    const state = entry.isClosed ? 'Closed' : timeboxState(entry, today);
    return [state, TONES[state]];
  },
  facts: ({ startDate, dueDate }) => formatDayRange(startDate, dueDate),
  place: milestonePlace,
});

export const iterationView = viewOf<IterationPageEntry>(iterationsView, {
  noun: 'iteration',
  state: ({ state }) => ITERATION_STATES[state],
  facts: ({ title, cadence, startDate, dueDate }) =>
    title === null ? cadence : `${formatDayRange(startDate, dueDate)} · ${cadence}`,
  place: iterationPlace,
});
