import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import type Provider from 'oidc-provider';

/** What the provider says of the person who signs in under a name. */
export type Claims = Readonly<Record<string, unknown>>;

export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** By the names that people sign in with there; whoever is not in it can be anybody. */
  readonly people: Map<string, Claims>;
  /** Changes what the next tokens, and userinfo, claim. `alg: 'none'`: they are not signed; `key: 'foreign'`: by somebody else. */
  lie: null | { readonly claims?: Claims; readonly userinfo?: Claims; readonly alg?: 'none'; readonly key?: 'foreign' };
  /** Its endpoints answer with this status; 0: as they should. */
  broken: number;
  /** Nobody listens any more until it is opened again on the same port. */
  close(): Promise<void>;
  open(): Promise<void>;
}

const CLIENT = { clientId: 'espalier', clientSecret: 'a secret of the two of us' };
const KID = 'testing';
const MINUTES = 600;

const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** It warns of what makes it fit for tests only. */
async function made(...given: ConstructorParameters<typeof Provider>): Promise<Provider> {
  const { info, warn } = console;
  Object.assign(console, { info: () => undefined, warn: () => undefined });
  try {
    const { default: Made } = await import('oidc-provider');
    return new Made(...given);
  } finally {
    Object.assign(console, { info, warn });
  }
}

/** A provider of OpenID Connect on this machine, with pages of its own on which anybody signs in by any password. */
export async function openTestProvider(returnsTo: string): Promise<TestProvider> {
  const [own, foreign] = [keys(), keys()];
  const people = new Map<string, Claims>();
  const server = createServer();
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = await made(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [returnsTo],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [{ ...own.privateKey.export({ format: 'jwk' }), kid: KID, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['testing'] },
    ttl: { Interaction: MINUTES, Session: MINUTES, Grant: MINUTES, AccessToken: MINUTES, IdToken: MINUTES },
    pkce: { required: () => true },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'groups'],
    },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
  });
  const opened: TestProvider = {
    issuer,
    ...CLIENT,
    people,
    lie: null,
    broken: 0,
    open: () => listen(port),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  provider.use(async (context, next) => {
    if (opened.broken > 0) {
      context.status = opened.broken;
      return;
    }
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (context.path === '/me') Object.assign(body ?? {}, opened.lie?.userinfo);
    if (opened.lie === null || context.path !== '/token' || body?.id_token === undefined) return;
    const { claims = {}, alg = 'RS256', key } = opened.lie;
    const [, told = ''] = body.id_token.split('.');
    const claimed = { ...(JSON.parse(Buffer.from(told, 'base64url').toString()) as Claims), ...claims };
    const text = [{ alg, kid: KID }, claimed].map((part) => encoded(JSON.stringify(part))).join('.');
    const by = key === 'foreign' ? foreign : own;
    const signature = alg === 'none' ? '' : sign('sha256', Buffer.from(text), by.privateKey).toString('base64url');
    body.id_token = `${text}.${signature}`;
  });
  const handle = provider.callback();
  server.on('request', (request, response) => void handle(request, response));
  return opened;
}

const encoded = (text: string): string => Buffer.from(text).toString('base64url');

/** A person with a browser at the provider: what it sends them back with, from the address that they were sent to. `answer`: they say no. */
export async function throughProvider(address: string, login: string, answer: 'yes' | 'no' = 'yes'): Promise<URL> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(address);
  const ask = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const sent = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
    const response = await fetch(url, { redirect: 'manual', headers, ...sent });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  let response = await ask(address);
  for (let steps = 0; steps < 20; steps += 1) {
    const next = response.headers.get('location');
    if (next !== null) {
      const target = new URL(next, origin);
      if (target.origin !== origin) return target;
      response = await ask(target.href);
      continue;
    }
    const text = await response.text();
    const action = /<form[^>]*action="([^"]+)"/.exec(text)?.[1];
    if (action === undefined) throw new Error(`The provider shows no form: ${response.status} ${text.slice(0, 500)}`);
    const target = new URL(action, origin).href;
    const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1] ?? '';
    if (answer === 'no') response = await ask(`${target.replace(/\/$/, '')}/abort`);
    else response = await ask(target, prompt === 'login' ? { prompt, login, password: 'any' } : { prompt });
  }
  throw new Error('The provider sends round in a circle.');
}
