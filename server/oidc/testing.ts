import type { FastifyInstance } from 'fastify';
import { createApp } from '../app.ts';
import { hashPassword } from '../auth/secrets.ts';
import { readConfig } from '../config.ts';
import type { TestDatabase } from '../db/testing.ts';
import { NOW } from '../graphql/testing.ts';
import { type TestProvider, throughProvider } from './testing-provider.ts';

export const PUBLIC_URL = 'http://plan.test';
export const RETURNS_TO = `${PUBLIC_URL}/-/oidc/callback`;

/** A browser before a server whose people sign in by a provider. */
export interface Browser {
  readonly app: FastifyInstance;
  /** What went wrong by the server's own fault, or is for whoever runs it. */
  readonly errors: unknown[];
  readonly cookies: Map<string, string>;
  clock: string;
  ask(url: string, method?: 'GET' | 'POST' | 'DELETE', body?: object): Promise<Answer>;
  /** Up to the provider; answers where the browser is sent. */
  begin(query?: string): Promise<string>;
  /** The whole way. */
  signIn(login: string, query?: string): Promise<Answer>;
  /** Links the account of whoever is signed in. */
  link(login: string): Promise<Answer>;
  /** By name and password, which is given to the account. */
  byPassword(username: string): Promise<Answer>;
  /** Forgets everything. */
  clear(): void;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly location: string | undefined;
  readonly setCookies: readonly string[];
  json(): Record<string, unknown>;
}

export const PASSWORD = 'correct horse battery';

export async function openBrowserOf(
  database: TestDatabase,
  provider: TestProvider,
  env: Readonly<Record<string, string>> = {},
): Promise<Browser> {
  const errors: unknown[] = [];
  const cookies = new Map<string, string>();
  const settings = {
    PUBLIC_URL,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_LABEL: 'Acme ID',
  };
  const app = await createApp({
    database,
    config: readConfig({ ...settings, ...env }),
    now: () => new Date(browser.clock),
    onError: (error) => errors.push(error),
  });
  const csrf = async () => String((await browser.ask('/-/session.json')).json()['csrfToken'] ?? '');
  const browser: Browser = {
    app,
    errors,
    cookies,
    clock: NOW,
    async ask(url, method = 'GET', body) {
      const token = method === 'GET' ? '' : await csrf();
      const answer = await app.inject({
        method,
        url,
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(token !== '' && { 'x-csrf-token': token }),
        },
        ...(body !== undefined && { payload: body }),
      });
      const setCookies = [answer.headers['set-cookie'] ?? []].flat().map(String);
      for (const line of setCookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      return {
        status: answer.statusCode,
        text: answer.body,
        location: answer.headers.location,
        setCookies,
        json: () => answer.json(),
      };
    },
    async begin(query = '') {
      const { status, location, text } = await browser.ask(`/-/oidc${query}`);
      if (status !== 303 || location === undefined) throw new Error(`${status}: ${text}`);
      return location;
    },
    async signIn(login, query) {
      return browser.ask(pathOf(await throughProvider(await browser.begin(query), login)));
    },
    async link(login) {
      const begun = await browser.ask('/-/oidc/link', 'POST');
      if (begun.status !== 201) return begun;
      return browser.ask(pathOf(await throughProvider(String(begun.json()['url']), login)));
    },
    async byPassword(username) {
      await database.db
        .updateTable('users')
        .set({ password_hash: await hashPassword(PASSWORD) })
        .where('username', '=', username)
        .execute();
      return browser.ask('/-/sign-in', 'POST', { username, password: PASSWORD });
    },
    clear: () => cookies.clear(),
  };
  return browser;
}

export const pathOf = (url: URL): string => url.pathname + url.search;
