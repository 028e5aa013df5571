import {
  type LinkCandidate,
  linkedNote,
  type LinkType,
  type LinkWord,
  linkTypeFor,
  resolveLinks,
  storedLink,
  unlinkedNote,
} from '@espalier/core/link/rules';
import { parseReference, REFERENCES_MAX, referenceWords, TOO_MANY_REFERENCES } from '@espalier/core/work-item/rules';
import { sql } from 'kysely';
import type { Viewer } from '../access/viewer.ts';
import type { Db, Tx } from '../db/types.ts';
import { referenceFrom } from '../note/wording.ts';
import { type Change, changePlan } from '../tree/change.ts';
import { denied, hidden, type Outcome, refuse } from '../tree/command.ts';
import { type Item, itemsOfReferences, loadItems, mayRelate } from '../tree/items.ts';

const kindOf = (item: Item): 'epic' | 'issue' => (item.type === 'epic' ? 'epic' : 'issue');

export interface AddLinksInput {
  /** Loads the item whose links are changed, as the viewer sees it. */
  readonly subject: (tx: Tx) => Promise<Item | undefined>;
  readonly type: LinkType;
  /** As typed: `&12`, `group/project#7`, addresses of this server. Or items by their database ids. */
  readonly references: readonly string[];
  /** `https://host:port` of this server; addresses of other ones mean nothing. */
  readonly origin: string;
}

/** A link that was made, from the side of the item whose links were changed. */
export interface MadeLink {
  readonly id: number;
  readonly otherId: number;
}

/**
 * Links existing items to one. The rules are core's `resolveLinks`. The viewer needs the right to relate on both ends. One lock for all changes of
 * links and of the tree: of two people who make the same link at once, the second finds the first one's.
 */
export function addLinks(
  db: Db,
  viewer: Viewer,
  input: AddLinksInput,
  now: string,
): Promise<Outcome<readonly MadeLink[]>> {
  return changePlan(db, viewer, now, async (change) => {
    await change.lock();
    const subject = (await input.subject(change.tx)) ?? hidden();
    if (!mayRelate(viewer, subject)) denied();
    const { words, items } = await wordsOf(change, subject, input);
    const links = await linkCounts(change.tx, [subject.id]);
    const plan = resolveLinks(
      kindOf(subject),
      input.type,
      { id: subject.id, links: links.get(subject.id) ?? 0 },
      words,
    );
    if (plan.status !== 200) refuse(plan.status, plan.message);
    const added = plan.add.flatMap((id) => items.get(id) ?? []);
    for (const other of added) noteLinked(change, subject, other, input.type);
    announce(change, subject, ...added);
    return insert(change, subject, input.type, added);
  });
}

async function insert(
  { tx, now }: Change,
  subject: Item,
  type: LinkType,
  others: readonly Item[],
): Promise<readonly MadeLink[]> {
  const stored = others.map((other) => storedLink(type, subject.id, other.id));
  const { rows } = await sql<{ id: number; source_id: number; target_id: number }>`
    INSERT INTO work_item_links (type, source_id, target_id, created_at)
    SELECT x.type, x.source, x.target, ${now}::timestamptz
    FROM unnest(${stored.map((link) => link.type)}::text[], ${stored.map((link) => link.sourceId)}::bigint[],
      ${stored.map((link) => link.targetId)}::bigint[]) WITH ORDINALITY AS x (type, source, target, n)
    ORDER BY x.n
    RETURNING id, source_id, target_id
  `.execute(tx);
  return rows.map(({ id, source_id, target_id }) => ({
    id,
    otherId: source_id === subject.id ? target_id : source_id,
  }));
}

/** What each word means to this viewer, and what the rules have to know of it. */
async function wordsOf(
  change: Change,
  subject: Item,
  { references, origin }: AddLinksInput,
): Promise<{ readonly words: LinkWord<number>[]; readonly items: ReadonlyMap<number, Item> }> {
  const kind = kindOf(subject);
  const project = subject.project_path === null ? {} : { projectPath: subject.project_path };
  const context = { kind, groupPath: subject.group_path, ...project, origin };
  const texts = referenceWords(references);
  if (texts.length > REFERENCES_MAX) refuse(422, TOO_MANY_REFERENCES);
  const wanted = texts.map((text) => {
    const token = parseReference(text, context);
    return token.ok && token.kind === kind && token.path !== null
      ? { kind, path: token.path, iid: token.iid }
      : { kind, path: '', iid: 0 };
  });
  const found = await itemsOfReferences(change.tx, change.viewer, wanted);
  const items = new Map([...found.values()].map((item) => [item.id, item]));
  const ids = [...items.keys()];
  const known = await linksBetween(change.tx, subject.id, ids);
  const counts = await linkCounts(change.tx, ids);
  const words = texts.map((text, index): LinkWord<number> => {
    const item = found.get(index);
    if (item === undefined || !mayRelate(change.viewer, item)) return { reference: text, candidate: null };
    const candidate: LinkCandidate<number> = {
      id: item.id,
      link: known.get(item.id) ?? null,
      isParentOrChild: item.parent_id === subject.id || subject.parent_id === item.id,
      links: counts.get(item.id) ?? 0,
    };
    return { reference: referenceFrom(subject, item), candidate };
  });
  return { words, items };
}

/** How many links each of these items has. */
async function linkCounts(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; links: number }>`
    SELECT x.id, (SELECT count(*) FROM work_item_links k WHERE k.source_id = x.id OR k.target_id = x.id)::int AS links
    FROM unnest(${[...ids]}::bigint[]) AS x (id)
  `.execute(tx);
  return new Map(rows.map(({ id, links }) => [id, links]));
}

interface LinkBetween {
  readonly type: 'relates_to' | 'blocks';
  readonly sourceId: number;
  readonly targetId: number;
}

/** The links between one item and others, by the other one. */
async function linksBetween(tx: Tx, id: number, others: readonly number[]): Promise<Map<number, LinkBetween>> {
  if (others.length === 0) return new Map();
  const { rows } = await sql<LinkBetween>`
    SELECT type, source_id AS "sourceId", target_id AS "targetId" FROM work_item_links
    WHERE (source_id = ${id} AND target_id = ANY(${[...others]}::bigint[]))
      OR (target_id = ${id} AND source_id = ANY(${[...others]}::bigint[]))
    ORDER BY id DESC
  `.execute(tx);
  return new Map(rows.map((row) => [row.sourceId === id ? row.targetId : row.sourceId, row]));
}

const OPPOSITE = { relates_to: 'relates_to', blocks: 'is_blocked_by', is_blocked_by: 'blocks' } as const;

/** A line on both items: each says it from its own side. */
function noteLinked(change: Change, subject: Item, other: Item, type: LinkType): void {
  change.note(subject, 'relate', linkedNote(kindOf(subject), type, referenceFrom(subject, other)));
  change.note(other, 'relate', linkedNote(kindOf(other), OPPOSITE[type], referenceFrom(other, subject)));
}

/** Whoever shows the items, or rows of them, reads them again. */
function announce(change: Change, ...items: readonly Item[]): void {
  change.events.add('links', ...items.flatMap(({ id, parent_id }) => [id, parent_id]));
}

export interface RemoveLinkInput {
  readonly subject: (tx: Tx) => Promise<Item | undefined>;
  readonly linkId: number;
}

export interface RemovedLink {
  readonly subject: Item;
  readonly other: Item;
  readonly type: LinkType;
}

/** Takes a link away, from either of its ends; the other one has to be visible. */
export function removeLink(db: Db, viewer: Viewer, input: RemoveLinkInput, now: string): Promise<Outcome<RemovedLink>> {
  return changePlan(db, viewer, now, async (change) => {
    await change.lock();
    const subject = (await input.subject(change.tx)) ?? hidden();
    const { rows } = await sql<LinkBetween>`
      SELECT type, source_id AS "sourceId", target_id AS "targetId" FROM work_item_links
      WHERE id = ${input.linkId} AND (source_id = ${subject.id} OR target_id = ${subject.id})
    `.execute(change.tx);
    const link = rows[0] ?? hidden();
    const otherId = link.sourceId === subject.id ? link.targetId : link.sourceId;
    const other = (await loadItems(change.tx, viewer, [otherId])).get(otherId) ?? hidden();
    if (!mayRelate(viewer, subject)) denied();
    await sql`DELETE FROM work_item_links WHERE id = ${input.linkId}`.execute(change.tx);
    change.note(subject, 'unrelate', unlinkedNote(referenceFrom(subject, other)));
    change.note(other, 'unrelate', unlinkedNote(referenceFrom(other, subject)));
    announce(change, subject, other);
    return { subject, other, type: linkTypeFor(link, subject.id) };
  });
}
