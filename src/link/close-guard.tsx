import { useCallback, useState } from 'react';
import { PopupFailure } from '../ui/part-failure.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import type { Closing } from './closing.ts';
import type { SubjectOf } from './subject.ts';

const loadQuestion = () => import('./close-question.tsx');

export function useCloseGuard() {
  const [closing, setClosing] = useState<Closing>('no');
  const ask = useCallback(() => setClosing((now) => (now === 'no' ? 'waiting' : now)), []);
  return [closing, ask, setClosing] as const;
}

interface CloseGuardProps {
  /** Of which page's item. */
  readonly of: SubjectOf;
  readonly closing: Closing;
  readonly onChange: (closing: Closing) => void;
  /** It may be closed. */
  readonly onClose: () => void;
}

/** Something blocked is closed only after a question (RL-01.30), whose code comes when it is needed. */
export function CloseGuard(props: CloseGuardProps) {
  const wanted = props.closing !== 'no';
  const { module, failed, retry } = useLazy(loadQuestion, wanted);
  if (!wanted) return null;
  if (failed) return <PopupFailure what="The question" onRetry={retry} onClose={() => props.onChange('no')} />;
  return module === null ? null : <module.CloseQuestion {...props} />;
}
