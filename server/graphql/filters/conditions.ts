import { GraphQLError } from 'graphql';
import { idOfType, notOfType, tryParseGlobalId } from '@espalier/core/work-item/rules';
import { meSql } from '../../access/filters.ts';
import type { FoundBy } from '../plan/across.ts';
import type { Query } from '../plan/query.ts';

/** Conditions on a work item `w`, shared by the lists. Every text of the client travels as a parameter. */

export type Args = Readonly<Record<string, unknown>>;

const IID = /^[1-9]\d{0,9}$/;
const INTEGER_MAX = 2 ** 31 - 1;
/** More words than this add nothing to a search but cost. */
const WORDS_MAX = 10;

/** A list argument without the nulls that the wire allows in some. */
export function texts(value: unknown): string[] | null {
  return Array.isArray(value) ? value.filter((part): part is string => typeof part === 'string') : null;
}

/** iids as whole numbers; one that no item can have is left out. */
export function iids(values: readonly unknown[]): number[] {
  return values
    .map(String)
    .filter((text) => IID.test(text))
    .map(Number)
    .filter((iid) => iid <= INTEGER_MAX);
}

/** `first = any of these numbers`; nothing fits an empty list. */
export function amongIids(query: Query, column: string, values: readonly unknown[]): string {
  const numbers = iids(values);
  return numbers.length === 0 ? 'FALSE' : `${column} = ANY(${query.param(numbers, 'integer[]')})`;
}

const IID_DIGITS = 10;

/** A number that begins with these digits, ten at most. */
export function startsWith(query: Query, digits: string): string {
  // A number does not begin with a nought.
  if (digits.startsWith('0')) return 'FALSE';
  const given = query.param(digits, 'text');
  const begins = `starts_with(w.iid::text, ${given})`;
  // An index finds a range for each length. Of many issues they are asked for by themselves, which is planned in half the time.
  const within = (iid: string, width: string): string =>
    `${iid} >= ${given}::bigint * ${width} AND ${iid} < (${given}::bigint + 1) * ${width}`;
  const lengths = Array.from({ length: 1 + IID_DIGITS - digits.length }, (_, more) => String(10 ** more));
  query.finders.set(begins, {
    epic: `(${lengths.map((width) => within('w.iid', width)).join(' OR ')})`,
    issue: `w.id = ANY(ARRAY(SELECT x.id FROM unnest('{${lengths.join()}}'::bigint[]) width JOIN work_items x ON ${within('x.iid', 'width')}))`,
  });
  return begins;
}

/** Texts with a NUL are in no database. */
export function among(query: Query, column: string, values: readonly string[]): string {
  const real = values.filter((value) => !value.includes('\0'));
  return real.length === 0 ? 'FALSE' : `${column} = ANY(${query.param(real, 'text[]')})`;
}

/** The number in a global id of one of the types; throws the wire's error for any other text. */
export function requireId(text: unknown, type: string, ...also: string[]): number {
  const given = String(text);
  const id = idOfType(given, type, ...also);
  if (id !== null) return id;
  const parsed = tryParseGlobalId(given);
  throw new GraphQLError(
    parsed === null ? `"${shown(given)}" is not a valid GitLab ID.` : notOfType(shown(given), type),
  );
}

/** The same where a bare number will do. */
export const idOf = (text: unknown, type: string): number =>
  /^[1-9]\d{0,14}$/.test(String(text)) ? Number(text) : requireId(text, type);

function shown(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** A phrase in double or single quotes, or a word. */
const TERM = /"([^"]+)"|'([^']+)'|\S+/g;

const wordsOf = (text: string): string[] =>
  [...text.matchAll(TERM)]
    .map(([term, double, single]) => (double ?? single ?? term).trim())
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX);

/** An index of trigrams finds words that have three letters or digits in a row. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u;

/** What finds the items of a search, and of a list of numbers. */
export function foundBy(text: unknown, hasNumbers: boolean): FoundBy {
  const words = typeof text === 'string' ? wordsOf(text) : [];
  if (hasNumbers) return 'numbers';
  if (words.length === 0) return 'filters';
  return words.some((word) => TRIGRAM.test(word)) ? 'words' : 'nothing';
}

/** Every word of the search stands in one of the columns, whatever the case; a quoted phrase is one word (RL-12). */
export const search = (query: Query, text: string, columns: readonly string[]): string[] =>
  standing(query, text, columns).map(({ condition }) => condition);

/**
 * The same of the title and description of items, or of what of these `fields` names. The words of descriptions are found in a table of their own
 * (server/db/migrations/035-description-words.ts).
 */
export function searchItems(query: Query, text: string, fields?: unknown): string[] {
  const named = texts(fields)?.map((field) => field.toLowerCase()) ?? [];
  const searched = named.length > 0 ? named : ['title', 'description'];
  const columns = searched.map((field) => `w.${field}`);
  return standing(query, text, columns).map(({ condition, word, pattern }) => {
    if (!searched.includes('description') || !TRIGRAM.test(word)) return condition;
    const found = searched.map((field) =>
      field === 'description'
        ? `SELECT t.work_item_id FROM item_descriptions t WHERE t.description ILIKE ${pattern}`
        : `SELECT t.id FROM work_items t WHERE t.${field} ILIKE ${pattern}`,
    );
    const among = `w.id IN (${found.join(' UNION ALL ')})`;
    // Found one after the other, none twice, they can be counted up to a bound without the others.
    const apart = columns.map((column, at) =>
      [
        column === 'w.description' ? `w.id IN (${found[at]})` : `${column} ILIKE ${pattern}`,
        ...columns.slice(0, at).map((earlier) => `(${earlier} ILIKE ${pattern}) IS NOT TRUE`),
      ].join(' AND '),
    );
    query.finders.set(condition, { epic: among, issue: among, all: among, apart });
    return condition;
  });
}

/** For each word of a text: that it stands in one of the columns. */
function standing(query: Query, text: string, columns: readonly string[]) {
  if (text.includes('\0')) return [{ condition: 'FALSE', word: '', pattern: '' }];
  return wordsOf(text).map((word) => {
    const pattern = query.param(`%${word.slice(0, 255).replace(/[\\%_]/g, '\\$&')}%`, 'text');
    // Of any other word that index would give everything: it is kept from being asked.
    const given = TRIGRAM.test(word) ? columns : columns.map((column) => `(${column} || '')`);
    return { condition: `(${given.map((column) => `${column} ILIKE ${pattern}`).join(' OR ')})`, word, pattern };
  });
}

export function isAuthor(query: Query, username: string): string {
  return `w.author_id = (SELECT u.id FROM users u WHERE lower(u.username) = lower(${safeText(query, username)}))`;
}

/** Has all of these labels; the words None and Any stand for no label and some label. */
export function labelled(query: Query, titles: readonly string[]): string[] {
  return titles.map((title) => {
    if (/^none$/i.test(title)) return 'NOT EXISTS (SELECT 1 FROM work_item_labels wl WHERE wl.work_item_id = w.id)';
    if (/^any$/i.test(title)) return 'EXISTS (SELECT 1 FROM work_item_labels wl WHERE wl.work_item_id = w.id)';
    const called = `FROM work_item_labels wl JOIN labels b ON b.id = wl.label_id WHERE b.title = ${safeText(query, title)}`;
    const has = `EXISTS (SELECT 1 ${called} AND wl.work_item_id = w.id)`;
    // Of many issues that have it, no more are looked at than are wanted, where a join puts all of them in a hash table first.
    // Beside an index of epics the array would be gone through for each of these.
    query.finders.set(has, { issue: `w.id = ANY(ARRAY(SELECT wl.work_item_id ${called}))` });
    return has;
  });
}

/** RM-21.21: has a reaction of the viewer's: one of this name, or with the words None and Any none or any. A visitor has given none. */
export function reacted(query: Query, name: unknown): string[] {
  if (typeof name !== 'string') return [];
  const isNone = /^none$/i.test(name);
  const { viewer } = query.context;
  if (viewer.userId === null) return isNone ? [] : ['FALSE'];
  const named = isNone || /^any$/i.test(name) ? '' : ` AND aw.name = ${safeText(query, name)}`;
  const given = `FROM award_emoji aw WHERE aw.user_id = ${meSql(viewer)}${named}`;
  const has = `EXISTS (SELECT 1 ${given} AND aw.work_item_id = w.id)`;
  if (isNone) return [`NOT ${has}`];
  const found = `w.id = ANY(ARRAY(SELECT aw.work_item_id ${given}))`;
  query.finders.set(has, { epic: found, issue: found });
  return [has];
}

/** A text as parameter; a NUL, which no stored text has, becomes a character that no name has either. */
export function safeText(query: Query, text: string): string {
  return query.param(text.replaceAll('\0', '\uFFFF'), 'text');
}

/** The state that is asked for; null: any. */
export const stateOf = ({ state }: Args): 'opened' | 'closed' | null =>
  state === 'opened' || state === 'closed' ? state : null;

/** Between two instants, ends included. */
export function between(query: Query, column: string, after: unknown, before: unknown): string[] {
  return [
    ...(typeof after === 'string' ? [`${column} >= ${query.param(after, 'timestamptz')}`] : []),
    ...(typeof before === 'string' ? [`${column} <= ${query.param(before, 'timestamptz')}`] : []),
  ];
}
