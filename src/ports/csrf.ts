/** The CSRF token of the browser session: read from `/-/session.json`, kept here and nowhere else, sent with every change. */
import type { RestPort } from '@espalier/core/ports';
import { isRecord } from './wire-error.ts';

export const SESSION_PATH = '/-/session.json';
export const CSRF_HEADER = 'X-CSRF-Token';

export class CsrfToken {
  private reading: Promise<string | null> | null = null;
  private readonly read: () => Promise<unknown>;

  /** `read` asks for the session and answers its JSON. */
  constructor(read: () => Promise<unknown>) {
    this.read = read;
  }

  /** The token, once the session is known; null for a visitor without a session. Asks at most once at a time. */
  get(): Promise<string | null> {
    return this.reading ?? this.follow(this.read());
  }

  /** Takes the token from a session answer that somebody else asked for, so that a page load asks once. */
  follow(session: Promise<unknown>): Promise<string | null> {
    const reading = session.then(tokenIn);
    this.reading = reading;
    reading.catch(() => {
      // A failed read is nobody's token: the next change asks again.
      if (this.reading === reading) this.reading = null;
    });
    return reading;
  }

  /** After sign-in, sign-out and refusals the token is another one. */
  forget(): void {
    this.reading = null;
  }
}

function tokenIn(session: unknown): string | null {
  const token = isRecord(session) ? session['csrfToken'] : null;
  return typeof token === 'string' && token !== '' ? token : null;
}

/**
 * The token for a form that the browser itself posts (TR-24), null for a visitor. It goes from the answer into the form: a secret has no
 * place in the state, where actions are recorded. Rejects as the port does.
 */
export async function formToken(rest: RestPort): Promise<string | null> {
  return tokenIn((await rest.request<unknown>({ method: 'GET', path: SESSION_PATH })).data);
}

/** True for the refusal of a stale or missing token: nothing was done, so the request may be sent again with a new one. */
export function isCsrfRefusal(status: number | undefined, messages: readonly string[]): boolean {
  return status === 403 && messages.some((message) => message.includes(CSRF_HEADER));
}
