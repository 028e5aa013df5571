import { useRef, useCallback, useState } from 'react';
import { selectTreeStatus } from '@espalier/core';
import type { LinkPage } from '@espalier/core';
import { useAppSelector } from '../store.ts';
import { useIdle } from '../ports/idle.ts';
import { PartFailure, PopupFailure } from '../ui/empty-state.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import styles from './places.module.css';

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

const loadQuestion = () => import('./close-question.tsx');

export function useCloseGuard() {
  const [closing, setClosing] = useState<Closing>('no');
  const ask = useCallback(() => setClosing((now) => (now === 'no' ? 'waiting' : now)), []);
  return [closing, ask, setClosing] as const;
}

interface CloseGuardProps {
  /** Of which page's item. */
  readonly of: LinkPage;
  readonly closing: Closing;
  readonly onChange: (closing: Closing) => void;
  /** It may be closed. */
  readonly onClose: () => void;
}

/** Something blocked is closed only after a question (RL-01.30), whose code loads when it is needed. */
export function CloseGuard(props: CloseGuardProps) {
  const wanted = props.closing !== 'no';
  const { module, failed, retry } = useLazy(loadQuestion, wanted);
  if (!wanted) return null;
  if (failed) return <PopupFailure what="The question" onRetry={retry} onClose={() => props.onChange('no')} />;
  return module === null ? null : <module.CloseQuestion {...props} />;
}

/** `waiting`: checking whether anything blocks the item; `asking`: the question is shown. */
export type Closing = 'no' | 'waiting' | 'asking';
