/** The frames of Rails' Action Cable, as its own client and GitLab's send and read them. */

export const SUBPROTOCOL = 'actioncable-v1-json';

/** Why a socket is closed, and whether its client should come back. */
export type Farewell =
  | { readonly reason: 'unauthorized'; readonly reconnect: false }
  | { readonly reason: 'server_restart' | 'slow_client' | 'no_database' | 'rights_changed'; readonly reconnect: true };

export const WELCOME = '{"type":"welcome"}';
export const ping = (milliseconds: number): string => `{"type":"ping","message":${Math.floor(milliseconds / 1000)}}`;
export const disconnect = ({ reason, reconnect }: Farewell): string =>
  JSON.stringify({ type: 'disconnect', reason, reconnect });
export const confirmed = (identifier: string): string => JSON.stringify({ identifier, type: 'confirm_subscription' });
export const rejected = (identifier: string): string => JSON.stringify({ identifier, type: 'reject_subscription' });
/** `message`: JSON already, since many are sent the same. */
export const sent = (identifier: string, message: string): string =>
  `{"identifier":${JSON.stringify(identifier)},"message":${message}}`;

/** The message with the answer of an operation; `more`: others will follow. */
export const answered = (result: unknown, more: boolean): string => JSON.stringify({ result, more });
export const failed = (message: string): string => JSON.stringify({ errors: [{ message }] });

export interface Command {
  readonly command: 'subscribe' | 'unsubscribe';
  readonly identifier: string;
}

/** What a frame asks for. Null: nothing that we do; Rails writes such a thing into its log and goes on. Its `message` is for channels with actions of their own, of which there is none. */
export function commandOf(frame: string): Command | null {
  const read = parsed(frame);
  if (!isObject(read)) return null;
  const { command, identifier } = read;
  if ((command !== 'subscribe' && command !== 'unsubscribe') || typeof identifier !== 'string') return null;
  return { command, identifier };
}

/** What is asked of the channel of GraphQL. */
export interface Asked {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
}

/** Variables that are none, in the words of GitLab. */
export class VariablesError extends Error {
  override name = 'VariablesError';
}

/** What an identifier names. `unknown`: another channel, or none at all. Throws `VariablesError`. */
export function askedBy(identifier: string): Asked | 'unknown' {
  const read = parsed(identifier);
  if (!isObject(read) || read.channel !== 'GraphqlChannel') return 'unknown';
  const { query, variables, operationName } = read;
  return {
    query: typeof query === 'string' ? query : '',
    variables: variablesOf(variables),
    operationName: typeof operationName === 'string' && operationName !== '' ? operationName : undefined,
  };
}

/** An object, or one as text; an empty text, null and nothing are no variables. */
function variablesOf(given: unknown): Asked['variables'] {
  if (given === undefined || given === null || given === '') return {};
  const read = typeof given === 'string' ? parsed(given) : given;
  if (read === undefined) throw new VariablesError('The variables are not valid JSON');
  if (read === null) return {};
  if (!isObject(read)) throw new VariablesError('The variables are not an object');
  return read;
}

/** Undefined: it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
