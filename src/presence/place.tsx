import { selectSignedIn } from '@espalier/core/access';
import { useIdle } from '../ports/idle.ts';
import { useAppSelector } from '../store.ts';
import { useLazy } from '../ui/use-lazy.ts';

const loadPresence = () => import('./presence.tsx');
const nothing = { current: null };

/** Where others at the item are shown. Its code comes once the browser has nothing else to do; where it does not come, nobody is shown. */
export function PresencePlace({ noun }: { readonly noun: string }) {
  const idle = useIdle(nothing, useAppSelector(selectSignedIn));
  const { module } = useLazy(loadPresence, idle);
  return module && <module.Others noun={noun} />;
}
