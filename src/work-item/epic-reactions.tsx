import { selectEpic } from '@espalier/core/epic';
import { usePlaceSelector } from '../store.ts';
import { Reactions } from './reactions.tsx';
import { useExtras } from './use-extras.ts';

/** The reactions to the epic of the page. */
export function EpicReactions() {
  const epic = usePlaceSelector(selectEpic);
  const fullPath = epic?.group?.fullPath;
  useExtras(
    fullPath === undefined ? null : (epic?.id ?? null),
    fullPath === undefined ? null : { fullPath, iid: epic?.iid ?? '' },
  );
  return epic === null ? null : <Reactions id={epic.id} />;
}
