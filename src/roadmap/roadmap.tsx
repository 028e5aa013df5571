import { selectEpic } from '@espalier/core/epic';
import { useAppSelector } from '../store.ts';
import { RoadmapScreen } from './roadmap-screen.tsx';

/** TR-03, RM-17: the children of the epic whose page is open, along time. */
export function Roadmap() {
  const epic = useAppSelector(selectEpic);
  return epic === null ? null : (
    <RoadmapScreen key={epic.id} groupPath={epic.group.fullPath} epicIid={epic.iid} head={null} />
  );
}
