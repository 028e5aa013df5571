/** The CSRF token of the browser session: read from `/-/session.json`, kept here and nowhere else, sent with every change. */
import type { RestPort } from '@espalier/core/ports';
import { isRecord, isWireError, wireError } from './wire-error.ts';

export const SESSION_PATH = '/-/session.json';
const CSRF_HEADER = 'X-CSRF-Token';

export class CsrfToken {
  private reading: Promise<Session> | null = null;
  private readonly read: () => Promise<unknown>;
  /** Whose page this is: the first person who was signed in, or whoever has signed in here since. */
  private owner: string | null = null;

  /** `read` fetches the session and returns its JSON. */
  constructor(read: () => Promise<unknown>) {
    this.read = read;
  }

  /** The token, once the session is known; null for a visitor without a session. At most one request at a time. */
  private async get(): Promise<string | null> {
    return (await (this.reading ?? this.follow(this.read()))).token;
  }

  /**
   * RP-02.31: the token for a change. Where the browser's session has become another person's meanwhile, in another tab, the change is not theirs: it is
   * answered as if nobody were signed in.
   */
  private async forChange(): Promise<string | null> {
    const { token, user } = await (this.reading ?? this.follow(this.read()));
    if (this.owner !== null && user !== this.owner) throw wireError('http', { status: 401 });
    return token;
  }

  /** Takes the token from a session that was fetched elsewhere, so that a page load fetches it once. */
  follow(session: Promise<unknown>): Promise<Session> {
    const reading = session.then((answer) => {
      const found = { token: tokenIn(answer), user: userIn(answer) };
      this.owner ??= found.user;
      return found;
    });
    this.reading = reading;
    reading.catch(() => {
      // After a failed read nothing is cached: the next change tries again.
      if (this.reading === reading) this.reading = null;
    });
    return reading;
  }

  /**
   * Sends with the token among the headers; once more with a new one where the server refuses the first, which did nothing. `whose`: a request that changes
   * something goes out for the person of this page only, and `anyone` for whoever is signed in.
   */
  async carry<T>(whose: 'anyone' | 'owner', send: (headers: Record<string, string>) => Promise<T>): Promise<T> {
    const once = async () => {
      const token = await (whose === 'owner' ? this.forChange() : this.get());
      return send(token === null ? {} : { [CSRF_HEADER]: token });
    };
    try {
      return await once();
    } catch (error) {
      if (!isCsrfRefusal(error)) throw error;
      this.forget();
      return once();
    }
  }

  /** Discards the token after a refusal, so that a new one is fetched. */
  forget(): void {
    this.reading = null;
  }

  /** Called after somebody signed in or out here. True if the page belongs to another person now. */
  changeOwner(session: unknown): boolean {
    const before = this.owner;
    this.owner = userIn(session);
    this.reading = null;
    return this.owner === null || this.owner !== before;
  }
}

interface Session {
  readonly token: string | null;
  /** The global id of who is signed in. */
  readonly user: string | null;
}

function userIn(session: unknown): string | null {
  const user = isRecord(session) ? session['user'] : null;
  const id = isRecord(user) ? user['id'] : null;
  return typeof id === 'string' && id !== '' ? id : null;
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

/** The refusal of a stale or missing token. */
const isCsrfRefusal = (error: unknown): boolean =>
  isWireError(error) && error.status === 403 && error.messages.some((message) => message.includes(CSRF_HEADER));
