import type { PlanStore } from './plan-store.ts';

/** What a command answers: done, or refused with an HTTP status and the texts for the user. A refused command changed nothing. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Refused;

export interface Refused {
  readonly ok: false;
  /** 400, 401, 403, 404, 409 or 422. */
  readonly status: number;
  readonly errors: readonly string[];
}

/** GitLab's text for what is missing and for what the viewer may not know of: the two must look alike. */
export const hiddenText =
  "The resource that you are attempting to access does not exist or you don't have permission to perform this action";

/** Thrown inside a command to roll its transaction back; never escapes `runCommand`. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly string[];
  constructor(status: number, errors: readonly string[]) {
    super(errors.join(' '));
    this.name = 'Refusal';
    this.status = status;
    this.errors = errors;
  }
}

export function refuse(status: number, ...errors: string[]): never {
  throw new Refusal(status, errors);
}

/** Missing, or hidden from this viewer: the same answer. */
export function hidden(): never {
  refuse(404, hiddenText);
}

/** Readable, but this person may not change it. Over GraphQL the text is the same as for hidden things. */
export function denied(): never {
  refuse(403, hiddenText);
}

/** Runs a command in one transaction. Inside another transaction it becomes a part of that one, which survives a refusal. */
export async function runCommand<T>(store: PlanStore, run: (store: PlanStore) => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await store.transaction(run) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, status: error.status, errors: error.errors };
    throw error;
  }
}
