import type { CivilDate } from '../../calendar/rules.ts';
import type { TokenScope } from './rules.ts';
import { isTokenScope } from './rules.ts';

/** A token as its owner sees it, without its secret. */
export interface Token {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly createdAt: string | null;
  /** Null: never. */
  readonly lastUsedAt: string | null;
  /** Null: it does not expire. */
  readonly expiresAt: CivilDate | null;
  readonly active: boolean;
}

type Json = Readonly<Record<string, unknown>>;

const jsonOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** RP-02.131: takes in only the fields it knows, so that the secret in the same answer never reaches the state. Null: not a token. */
function tokenOf(value: unknown): Token | null {
  const { id, name, scopes, created_at, last_used_at, expires_at, active } = jsonOf(value);
  if (typeof id !== 'number' && typeof id !== 'string') return null;
  return {
    id: String(id),
    name: textOf(name) ?? '',
    scopes: Array.isArray(scopes) ? scopes.filter(isTokenScope) : [],
    createdAt: textOf(created_at),
    lastUsedAt: textOf(last_used_at),
    expiresAt: textOf(expires_at),
    active: active === true,
  };
}

export const tokensOf = (answer: unknown): readonly Token[] =>
  Array.isArray(answer) ? answer.map(tokenOf).filter((token) => token !== null) : [];

/** The token that the server made. Null: the answer is not valid. */
export function madeToken(answer: unknown): { readonly token: Token; readonly secret: string } | null {
  const token = tokenOf(answer);
  const secret = textOf(jsonOf(answer).token);
  return token === null || secret === null ? null : { token, secret };
}
