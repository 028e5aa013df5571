/** A change that is refused: with its REST status, and the texts for people. Thrown by commands, caught at the wire. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly string[];

  constructor(status: number, errors: readonly string[]) {
    super(errors.join('. '));
    this.name = 'Refusal';
    this.status = status;
    this.errors = errors;
  }
}

/** One text for what does not exist, what may not be seen, and what may not be done. */
export const HIDDEN =
  "The resource that you are attempting to access does not exist or you don't have permission to perform this action";

export function refuse(status: number, ...errors: string[]): never {
  throw new Refusal(status, errors);
}

export const hidden = (): never => refuse(404, HIDDEN);
export const denied = (): never => refuse(403, HIDDEN);
