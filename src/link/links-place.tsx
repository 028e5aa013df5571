import { useRef } from 'react';
import { selectTreeStatus } from '@espalier/core';
import { useAppSelector } from '../store.ts';
import { useIdle } from '../tree/use-idle.ts';
import { PartFailure } from '../ui/part-failure.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import styles from './links-place.module.css';

const loadSection = () => import('./links-section.tsx');

interface LinksPlaceProps {
  /** Of which page's item. */
  readonly of: 'epic' | 'item';
  /** False where the page has no tree to wait for. */
  readonly afterTree: boolean;
}

/** Where the linked items stand (RL-01). Their code comes once the tree is there and the browser has nothing else to do. */
export function LinksPlace({ of, afterTree }: LinksPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const busy = useAppSelector((state) => ['idle', 'loading'].includes(selectTreeStatus(state)));
  const idle = useIdle(place, !afterTree || !busy);
  const { module, failed, retry } = useLazy(loadSection, idle);
  return (
    <div ref={place} className={styles.place} id="related-issues" tabIndex={-1}>
      {failed ? (
        <PartFailure what="The linked items" onRetry={retry} />
      ) : module === null ? (
        <SkeletonRows rows={2} label="Loading the linked items" className={styles.waiting} />
      ) : (
        <module.LinksOf page={of} />
      )}
    </div>
  );
}
