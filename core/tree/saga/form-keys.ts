import type { TreeForm } from '../state.ts';
import type { Session } from './session.ts';
import { isUndecided } from '../../store/effects.ts';

interface Kept {
  readonly serial: number;
  readonly asked: string;
  readonly key: string;
}

/** By session: the key of the form that was sent last and may have been done without our knowing. One form is open at a time. */
const kept = new WeakMap<Session, Kept>();

/**
 * TR-12.24: the Idempotency-Key of a form. The same form with the same words after a try without a readable answer is the same wish, and carries the
 * same key, so that its thing is made once.
 */
export function formKey(session: Session, { serial }: TreeForm, request: unknown): string {
  const asked = JSON.stringify(request);
  const known = kept.get(session);
  if (known?.serial === serial && known.asked === asked) return known.key;
  const key = session.ports.ids.next();
  kept.set(session, { serial, asked, key });
  return key;
}

/** A refusal is an answer: whoever tries again then asks anew. That of a server that is too busy is none. */
export function formFailed(session: Session, { serial }: TreeForm, error: unknown): void {
  if (!isUndecided(error) && kept.get(session)?.serial === serial) kept.delete(session);
}
