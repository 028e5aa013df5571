import { LoadFailure } from '../frame/missing.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import { milestonesView } from './milestones-view.tsx';
import type { NounView, OneProps } from './noun-view.ts';

const load = () => import('./milestone-page.tsx').then((module) => module.MilestonePage);

/** Charts and the list of items are code of its own. */
function MilestoneView(props: OneProps) {
  const { module: Page, failed, retry } = useLazy(load, true);
  if (failed) return <LoadFailure text="This page could not be loaded." onRetry={retry} />;
  return Page === null ? <SkeletonRows rows={6} label="Loading the milestone" /> : <Page {...props} />;
}

/** The page of one milestone; what is done with it is what their list offers. */
export const milestoneView: NounView = { ...milestonesView, one: MilestoneView };
