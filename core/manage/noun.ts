import type { Ability } from '../access/rules.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import type { Answer, Operation, Ports, RestRequest } from '../ports/index.ts';
import type { Action } from '../store/action.ts';
import { segment } from '../api/rest.ts';
import type { Change, Draft, Entry, Faults, ManagedList, ManagedPage, Refused } from './slice.ts';

/** An operation and its variables. */
export type GraphqlRead = readonly [
  operation: Operation<unknown, Record<string, unknown>>,
  variables: Record<string, unknown>,
];

export const graphqlRead = <A, V extends object>(operation: Operation<A, V>, variables: V): GraphqlRead => [
  operation as Operation<unknown, Record<string, unknown>>,
  variables as Record<string, unknown>,
];

/** What distinguishes the pages of one noun: its requests and rules. */
export interface Noun {
  /** What managing it takes. */
  may(kind: ManagedPage['kind']): Ability | 'signing in' | 'administration';
  /** What the list can be narrowed to; the first is what it shows at first. */
  readonly filters: readonly string[];
  /** The parameter that a search is sent in; absent: nothing is searched for. */
  readonly searchedBy?: 'search' | 'query';
  /** Null: there is nothing to read. An answer that is no list has one entry. `after`: the cursor of a further page. */
  list(list: ManagedList, after?: string): RestRequest | GraphqlRead | null;
  /** Instead, of a page about one thing, where one request does not bring all of it; empty: it does not exist, or may not be seen. */
  read?(ports: Ports, list: ManagedList): SagaGenerator<Answer<readonly unknown[]>>;
  /** Of an answer that holds the list in a part of it; null: there is no such place. */
  rowsIn?(answer: unknown, list: ManagedList): unknown;
  /** Of an answer that is a page with a cursor: that of the next one; null: it is the last. */
  nextIn?(answer: unknown): string | null;
  /** An element of the list; null: it is none. */
  entryOf(json: unknown): Entry | null;
  /** What is wrong with what is typed: none of them a text if nothing is. */
  faults(draft: Draft): Faults;
  request(change: Change): RestRequest;
  /** There is no list: the answer to a change is what the page shows then. */
  readonly isOne?: true;
  /** What is read, and what a change answers, is a group or project, which is named by it. */
  readonly isPlace?: true;
  /** What stands against a change although the server has taken it; null: nothing. */
  refusalIn?(answer: unknown): Refused | null;
  /** What an answer tells once: it goes to who looks, and is in no action and no state. */
  secretIn?(answer: unknown): string | null;
  /** The page that follows a change; null: this one. */
  next?(answer: unknown, change: Change): string | null;
  /** What a change here makes of what others have read: put after it. */
  changed?(page: ManagedPage): Action | null;
  /** The list cannot be read. */
  readonly failure: string;
  /** The list is only for who manages it; what others are told. */
  readonly denied?: string;
}

/** `/api/v4/groups/acme%2Fweb/labels`, and what follows it. */
export const placePath = (
  { kind, fullPath }: Pick<ManagedPage, 'kind' | 'fullPath'>,
  ...rest: readonly (string | number)[]
): string => [`/api/v4/${kind}s/${segment(fullPath)}`, ...rest.map(segment)].join('/');

/** AP-09.67: sends the picture that was chosen, or takes it away; null: the change is another one. */
export function pictureRequest(what: string, path: string): RestRequest | null {
  if (what === 'picture') return { method: 'PUT', path, upload: 'avatar' };
  return what === 'noPicture' ? { method: 'PUT', path, body: { avatar: '' } } : null;
}

/** What is wrong with a text of one line that has to be there; `most` in characters. */
export function lineFault(text: string, most: number): string | null {
  if (text.trim() === '') return "can't be blank";
  return [...text.trim()].length > most ? `is too long (maximum is ${most} characters)` : null;
}

/** An empty field is sent as null. */
export const textOrNull = (text: string | undefined): string | null => {
  const trimmed = (text ?? '').trim();
  return trimmed === '' ? null : trimmed;
};
