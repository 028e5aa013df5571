import { selectSignedIn } from '@espalier/core/access';
import type { ItemPlace } from '@espalier/core/work-item';
import { selectOverKind } from '@espalier/core/work-item';
import { useIdlePage } from '../ports/idle.ts';
import { useAppSelector } from '../store.ts';
import { useLazy } from '../ui/use-lazy.ts';
import layout from '../ui/detail-page.module.css';

const loadPresence = () => import('./presence.tsx');

/** Where others at the item are shown. Its code comes once the browser has nothing else to do; where it does not come, nobody is shown. */
export function PresencePlace({ noun, place }: { readonly noun: string; readonly place: ItemPlace }) {
  const signedIn = useAppSelector(selectSignedIn);
  const { module } = useLazy(loadPresence, useIdlePage() && signedIn);
  // The viewer is at what stands over the page, if anything does.
  const isThere = useAppSelector(selectOverKind) === null || place === 'over';
  // Their place is kept while nobody is there.
  return signedIn && <div className={layout.others}>{isThere && module && <module.Others noun={noun} />}</div>;
}
