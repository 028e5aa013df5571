import { addDays, type CivilDate, isCivilDate } from '../../calendar/rules.ts';

/** Personal access tokens: what their owner says about one (RP-02.115 to RP-02.117 in ../SPEC.md). */

/** `read_api` reads whatever its person may read; `api` changes as well. */
export const TOKEN_SCOPES = ['read_api', 'api'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const isTokenScope = (value: unknown): value is TokenScope => TOKEN_SCOPES.some((scope) => scope === value);

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

export interface TokenInput {
  readonly name: string;
  /** The first day on which it does not work any more. */
  readonly expiresAt: CivilDate;
  readonly scope: TokenScope;
}

export type TokenField = 'name' | 'expiresAt';
export type TokenFaults = Readonly<Partial<Record<TokenField, string>>>;

const NAME_MAX = 255;
const DAYS_MAX = 365;
const DAYS_OFFERED = 30;

/** RP-02.115: what is offered where nothing was said, and the last day that is taken. */
export const offeredExpiry = (today: CivilDate): CivilDate => addDays(today, DAYS_OFFERED);
export const lastExpiry = (today: CivilDate): CivilDate => addDays(today, DAYS_MAX);

/** RP-02.115: what is wrong with each field; empty where the token may be made. */
export function tokenFaults({ name, expiresAt }: Pick<TokenInput, TokenField>, today: CivilDate): TokenFaults {
  const text = name.trim();
  const faults: Partial<Record<TokenField, string>> = {};
  if (text === '') faults.name = "can't be blank";
  else if ([...text].length > NAME_MAX) faults.name = `is too long (maximum is ${NAME_MAX} characters)`;
  else if (text.includes('\0')) faults.name = 'is not valid';
  if (!isCivilDate(expiresAt)) faults.expiresAt = 'must be a day';
  else if (expiresAt <= today) faults.expiresAt = 'must be after today';
  else if (expiresAt > lastExpiry(today)) faults.expiresAt = `must be within ${DAYS_MAX} days`;
  return faults;
}

/** RP-02.116: a token of that day does not work on it any more. Days of tokens are UTC's. */
export const tokenHasExpired = (expiresAt: CivilDate | null, today: CivilDate): boolean =>
  expiresAt !== null && expiresAt <= today;
