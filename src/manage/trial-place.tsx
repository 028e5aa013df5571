import { selectSignedIn } from '@espalier/core/access';
import { useIdlePage } from '../ports/idle.ts';
import { useAppSelector } from '../store.ts';
import { useLazy } from '../ui/use-lazy.ts';

const loadWidget = () => import('./trial-widget.tsx');

/** Where the trial of the group is shown. Its code comes once the browser has nothing else to do; where it does not come, nothing is shown. */
export function TrialPlace({ groupPath }: { readonly groupPath: string }) {
  const signedIn = useAppSelector(selectSignedIn);
  const { module } = useLazy(loadWidget, useIdlePage() && signedIn);
  return signedIn && module && <module.TrialWidget groupPath={groupPath} />;
}
