import { COUNTED_MOST } from '@espalier/core/work-item/rules';
import type { AcrossLimits } from '../context.ts';
import { type CursorAt, type Order, type OrderKey, beyond, orderBy } from './order.ts';
import { type Query, all } from './query.ts';
import { type ItemsOf, ofKind, ownerOf, readable, seenSql, totalSql } from './seen.ts';

/**
 * Lists across the groups of a tree (AP-06.50). Which items `w` a page holds is found in one of three ways, which the database chooses when it runs:
 *
 * - where few items may be seen, from their owners;
 * - along an index that holds all items of the tree in the list's order, until the page is full: good where a fair part of them may be seen and fits. It looks at a
 *   number of items and no more;
 * - where that does not fill the page, few fit: from the filters.
 */
export interface Across extends ItemsOf {
  /** SQL of the id of the top group. */
  readonly root: string;
  /** What else is asked of `w`. */
  readonly where: readonly string[];
  readonly foundBy: FoundBy;
}

/**
 * What finds the items that fit, other than their order: the index of a filter, if it has one; that of words, before which fewer are looked at along the order; that of
 * their numbers, beside which no other way is worth a try; or nothing (AP-06.52): where many may be seen, it is looked for among the first ones only.
 */
export type FoundBy = 'filters' | 'words' | 'numbers' | 'nothing';

export const ACROSS: AcrossLimits = { few: 5000, each: 400, worded: 200, vague: 5000, counted: COUNTED_MOST };

/** As an index has it. */
export const HEALTH_KEY = `CASE w.health_status WHEN 'atRisk' THEN 3 WHEN 'needsAttention' THEN 2 WHEN 'onTrack' THEN 1 END`;

/** Where an item stands among the children of its parent. The links have an index of it and of these items. */
export const POSITION_KEY = '(SELECT t.relative_position FROM parent_links t WHERE t.child_id = w.id)';
const OF_LINK: Readonly<Record<string, string>> = { [POSITION_KEY]: 't.relative_position', 'w.id': 't.child_id' };
const HAS_NO_LINK = '(SELECT count(*) FROM parent_links t WHERE t.child_id = w.id) <= 0';

/** The keys of the orders that indexes hold for whole trees (server/db/migrations, 007-lists-across-groups.ts and 038-more-orders.ts). */
const INDEXED: ReadonlySet<string> = new Set([
  'w.created_at',
  'w.updated_at',
  'lower(w.title)',
  'w.due_date',
  'w.start_date',
  'w.closed_at',
  'w.weight',
  'w.milestone_due',
  'w.upvotes',
  HEALTH_KEY,
]);

const NEWEST: Order = {
  name: 'newest',
  keys: [
    { text: 'w.created_at', type: 'timestamptz', descending: true },
    { text: 'w.id', type: 'bigint', descending: true },
  ],
};

export interface PageAsked {
  readonly order: Order;
  readonly cursors: readonly CursorAt[];
  readonly backward: boolean;
  readonly limit: number;
}

/** `SELECT w.id …`: the items of a page, in no order. */
export function pageAcross(query: Query, across: Across, asked: PageAsked): string {
  const { order, cursors, backward, limit } = asked;
  const seen = readable(query, across);
  const behind = cursors.map((cursor) => beyond(query, order, cursor));
  const page = (items: string, by: string): string => `(SELECT w.id FROM (${items}) w ${by} LIMIT ${limit})`;
  // OFFSET 0 keeps the planner from walking along the order here as well, which for few that fit is the whole table.
  const found = (where: readonly string[]): string =>
    page(
      `SELECT * FROM work_items w WHERE ${all([...where, ...seen, ...behind])} OFFSET 0`,
      `ORDER BY ${orderBy(order, backward)}`,
    );
  const visible = `WITH ${seenSql(query, across)}`;
  if (across.foundBy === 'numbers') return `${visible} ${found(fromFilters(query, across))}`;
  const [key] = order.keys;
  const isVague = across.foundBy === 'nothing';
  const isAlong = key !== undefined && isIndexed(key, isVague);
  const isFound = isVague ? 'TRUE' : `(SELECT count(*) FROM along) = ${limit}`;
  const many = isMany(query, across, limit);
  const isTaken = isAlong ? `(${many} AND ${isFound})` : 'FALSE';
  const others =
    across.where.length === 0
      ? // Nothing but the owners says which: they are looked for by these, be they many or few.
        [found([`NOT ${isTaken}`, ...fromOwners(across)])]
      : [
          found([`NOT ${many}`, ...fromOwners(across)]),
          ...(isAlong && isVague ? [] : [found([many, `NOT ${isTaken}`, ...fromFilters(query, across)])]),
        ];
  if (!isAlong) return `${visible} ${others.join(' UNION ALL ')}`;
  const along = stretches(query, across, asked).map(({ items, by }) =>
    page(items, `WHERE ${[...seen, ...across.where].join(' AND ')} ${by}`),
  );
  return (
    `${visible}, along AS MATERIALIZED (SELECT * FROM (${along.join(' UNION ALL ')}) w LIMIT ${limit}) ` +
    `${others.join(' UNION ALL ')} UNION ALL SELECT id FROM along WHERE ${isTaken}`
  );
}

/** How many items a list has; where many may be seen and a filter makes it costly, at most one more than `counted`. */
export function countAcross(query: Query, across: Across): string {
  if (across.where.length === 0) return `SELECT ${totalSql(query, across)}`;
  const visible = `WITH ${seenSql(query, across)} SELECT`;
  const { counted, vague } = limitsOf(query);
  const seen = readable(query, across);
  const items = (...where: readonly string[]): string => `FROM work_items w WHERE ${[...where, ...seen].join(' AND ')}`;
  if (across.foundBy === 'numbers') return `${visible} count(*) ${items(...fromFilters(query, across))}`;
  const asked = { order: NEWEST, cursors: [], backward: false, limit: vague };
  const many =
    across.foundBy === 'nothing'
      ? `FROM (${stretches(query, across, asked)[0]!.items}) w WHERE ${[...seen, ...across.where].join(' AND ')}`
      : `FROM (${parts(query, across)
          .map((where) => `SELECT 1 ${items(isMany(query, across), ...fromFilters(query, { ...across, where }))}`)
          .join(' UNION ALL ')} LIMIT ${counted + 1}) w`;
  return (
    `${visible} (SELECT count(*) ${items(`NOT ${isMany(query, across)}`, ...fromOwners(across))}) + ` +
    `(SELECT count(*) FROM (SELECT 1 ${many}) counted)`
  );
}

/** Of the links no more are looked at than of items, whichever trees they are of: too few for what is looked for among the first of the order. */
const isIndexed = ({ text, some }: OrderKey, isVague: boolean): boolean =>
  INDEXED.has(text) || some !== undefined || (text === POSITION_KEY && !isVague);

const limitsOf = ({ context }: Query): AcrossLimits => context.across ?? ACROSS;
/** Too many to read all of them; of those that nothing but their owners says, also more than would be looked at along the order for so many. */
function isMany(query: Query, { where }: Across, wanted = Infinity): string {
  const { few, each } = limitsOf(query);
  return `((SELECT n FROM size) > ${where.length === 0 ? Math.min(few, each * wanted) : few})`;
}

/** Of the owners, whose index is asked, and fits. */
const fromOwners = (across: Across): string[] => [
  ofKind(across),
  `${ownerOf(across)} = ANY(ARRAY(SELECT id FROM owners))`,
  ...(across.state === null ? [] : [`w.state = '${across.state}'`]),
  ...across.where,
];

/** What fits is found by indexes of the filters: that of the states, half of the table each, is kept from being asked as well. */
const fromFilters = ({ finders }: Query, across: Across): string[] => [
  ofKind(across),
  ...(across.state === null ? [] : [`(w.state || '') = '${across.state}'`]),
  ...across.where.map((condition) => finders.get(condition)?.[across.kind] ?? condition),
];

/** What is asked of the items, in parts that are found one after the other: of the first condition of which there are any. */
function parts({ finders }: Query, { where }: Across): readonly (readonly string[])[] {
  const divided = where.find((condition) => finders.get(condition)?.apart !== undefined);
  const apart = divided === undefined ? undefined : finders.get(divided)?.apart;
  return apart?.map((part) => where.map((condition) => (condition === divided ? part : condition))) ?? [where];
}

/** The first items of the tree in an order, whether or not they may be seen or fit. */
interface Stretch {
  readonly items: string;
  /** Their order, by columns of `items`: what an expression sorts by would be sorted once more. */
  readonly by: string;
  /** What was looked at, where that is more than `items`. */
  readonly looked?: string;
}

/** What an order goes along, one after the other: what has no value is a stretch of its own. */
function stretches(query: Query, across: Across, { order: asked, cursors, backward, limit }: PageAsked): Stretch[] {
  const { each, worded, vague } = limitsOf(query);
  const { root, state, foundBy } = across;
  const isVague = foundBy === 'nothing';
  const window = isVague ? vague : (foundBy === 'words' ? worded : each) * limit;
  const [given, ...rest] = asked.keys as [OrderKey, ...OrderKey[]];
  const isCounted = given.some !== undefined && !INDEXED.has(given.text);
  // A number that is counted stands once in the text of each stretch, which is planned and priced by what it names.
  const key = isCounted ? { ...given, text: 'w.given' } : given;
  const order = { ...asked, keys: [key, ...rest] };
  const by = (keys: readonly OrderKey[]): string =>
    `ORDER BY ${orderBy({ ...order, keys: keys.map((one, at) => ({ ...one, text: `w.key${order.keys.length - keys.length + at}` })) }, backward)}`;
  /** Items of one state lie in the order that is asked for; the database merges those of both, which it does only where each is in order by itself. */
  const stretch = (keys: readonly OrderKey[], conditionsOf: readonly string[], from = 'work_items w'): Stretch => {
    const missing = order.keys.length - keys.length;
    const whole = order.keys.map((one, at) => ({ ...one, text: (keys[at - missing] ?? one).text }));
    const columns = whole.map(({ text }, at) => `${text} AS key${at}`).join(', ');
    const behind = cursors.map((cursor) => beyond(query, { ...order, keys: whole }, cursor));
    const streams = (state === null ? ['opened', 'closed'] : [state]).map((of) => {
      const where = [
        isMany(query, across, limit),
        `w.root_id = ${root}`,
        ofKind(across),
        `w.state = '${of}'`,
        ...conditionsOf,
        ...behind,
      ];
      return `(SELECT w.*, ${columns} FROM ${from} WHERE ${where.join(' AND ')} ORDER BY ${orderBy({ ...order, keys }, backward)} LIMIT ${window})`;
    });
    const items =
      streams.length === 1
        ? streams[0]!
        : `SELECT * FROM (${streams.join(' UNION ALL ')}) w ${by(keys)} LIMIT ${window}`;
    return { items, by: by(keys) };
  };
  /** Each link is followed to its item, which no join may turn round. */
  const ofLinks = (): Stretch => {
    const keys = order.keys.map((one) => ({ ...one, text: OF_LINK[one.text] ?? one.text, nullable: false }));
    const where = [isMany(query, across, limit), ...cursors.flatMap((cursor) => bound(query, keys[0]!, cursor))];
    const looked = `SELECT t.child_id, t.relative_position FROM parent_links t WHERE ${where.join(' AND ')} ORDER BY ${orderBy({ ...order, keys }, backward)} LIMIT ${window}`;
    const item = '(SELECT * FROM work_items w WHERE w.id = t.child_id OFFSET 0) w';
    return { ...stretch(keys, [], `(${looked}) t CROSS JOIN LATERAL ${item}`), looked };
  };
  // A condition on the first key alone says where in the index the page begins.
  const bounds = cursors.flatMap((cursor) => bound(query, key, cursor));
  if (key.nullable !== true && key.some === undefined) return [stretch(order.keys, bounds)];
  const boundsOfNone = cursors.flatMap((cursor) => boundOfNone(key, cursor));
  // OFFSET 0: it is counted once for each item that may be seen, and not again for each place that names it.
  const items = (number: string, ...where: readonly string[]): string =>
    `(SELECT w.*, x.given FROM work_items w CROSS JOIN LATERAL (SELECT ${number} AS given OFFSET 0) x WHERE ${where.join(' AND ')}) w`;
  const some = `${key.text} > 0`;
  const [values, none] = isCounted
    ? [
        stretch(order.keys, [some, ...bounds], items(given.text, given.some, ...readable(query, across))),
        stretch(rest, boundsOfNone, items('0', `${given.text} <= 0`)),
      ]
    : key.some !== undefined
      ? [stretch(order.keys, [some, ...bounds]), stretch(rest, [`${key.text} <= 0`, ...boundsOfNone])]
      : key.text === POSITION_KEY
        ? [ofLinks(), stretch(rest, [HAS_NO_LINK, ...boundsOfNone])]
        : [
            stretch([{ ...key, nullable: false }, ...rest], [`${key.text} IS NOT NULL`, ...bounds]),
            stretch(rest, [`${key.text} IS NULL`, ...boundsOfNone]),
          ];
  const [first, second] = backward === isNoneLast(key) ? [none, values] : [values, none];
  if (isVague) return [{ items: `(${first.items}) UNION ALL (${second.items}) LIMIT ${window}`, by: by(order.keys) }];
  // Where the first is longer than what was looked at, its next ones come before those of the second.
  const isWhole = `NOT EXISTS (SELECT 1 FROM (${first.looked ?? first.items}) w OFFSET ${window - 1})`;
  return [first, { ...second, items: `SELECT * FROM (${second.items}) w WHERE ${isWhole}` }];
}

function bound(query: Query, key: OrderKey, { side, values: [value = null] }: CursorAt): string[] {
  if (value === null) return side === 'after' ? ['FALSE'] : [];
  const operator = Boolean(key.descending) === (side === 'before') ? '>=' : '<=';
  return [`${key.text} ${operator} ${query.param(value, key.type)}`];
}

/** A null is always last, a nought is less than other numbers. */
const isNoneLast = ({ some, descending }: OrderKey): boolean => some === undefined || descending === true;

function boundOfNone(key: OrderKey, { side, values: [value = null] }: CursorAt): string[] {
  const isOther = key.some === undefined ? value !== null : Number(value) > 0;
  return isOther && (side === 'before') === isNoneLast(key) ? ['FALSE'] : [];
}
