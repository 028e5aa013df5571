import { sql } from 'kysely';
import { type Answer, send } from './asking.ts';
import { mayRead, meets, OWN_PLACES, seesItem, seesPlace, WHO, type Who, WORD } from './people.ts';
import { missingItem, missingPlace, type Row, type Target, targetOf } from './rows.ts';
import type { MatrixWorld } from './world.ts';

export const nameOf = ({ op, about }: Row): string => (about === undefined ? op : `${op} (${about})`);

/** Asks what a row asks, of every target by every person, and tells everything in the answers that should not be. */
export async function faultsOf(world: MatrixWorld, row: Row): Promise<string[]> {
  const faults: string[] = [];
  const asked: Asked = { seeded: await newest(world), missing: new Map() };
  for (const target of targetsOf(world, row)) {
    for (const who of WHO) {
      const found = await judge(world, row, target, who, asked);
      faults.push(...found.map((fault) => `${who}, ${target.place} ${target.kind}: ${fault}`));
    }
  }
  return faults;
}

const KINDS = {
  site: ['plain'],
  group: ['plain'],
  project: ['plain'],
  epic: ['plain', 'secret'],
  issue: ['plain', 'secret', 'mine'],
} as const;

function targetsOf({ grounds }: MatrixWorld, row: Row): Target[] {
  const kinds = row.kinds ?? KINDS[row.on];
  const places = row.on === 'site' ? (['open'] as const) : (row.places ?? [...OWN_PLACES, 'vault' as const]);
  return places.flatMap((place) => kinds.map((kind) => targetOf(grounds[place], kind)));
}

/** What must come of it: done, refused to somebody who sees it, or the very answer that there is about what does not exist. */
type Verdict = 'done' | 'refused' | 'absent';

function expected(who: Who, row: Row, target: Target): Verdict {
  if (!sees(who, row, target)) return 'absent';
  return meets(who, target.place, target.kind, row) ? 'done' : 'refused';
}

function sees(who: Who, row: Row, { place, kind }: Target): boolean {
  if (row.on === 'site') return true;
  return row.on === 'epic' || row.on === 'issue' ? seesItem(who, place, row.on, kind) : seesPlace(who, place);
}

/** What is one's own is null in GraphQL for nobody; what is hidden is refused by changes with the text of what is missing. */
function fits(row: Row, verdict: Verdict, answer: Answer): boolean {
  if (answer.verdict === verdict) return true;
  if (verdict === 'absent') return answer.verdict === 'refused';
  return verdict === 'refused' && row.on === 'site' && answer.verdict === 'absent';
}

interface Asked {
  /** What `newest` says when nothing has changed. */
  readonly seeded: string;
  /** Answers about what does not exist, by the question. */
  readonly missing: Map<string, Answer>;
}

async function judge(world: MatrixWorld, row: Row, target: Target, who: Who, asked: Asked): Promise<string[]> {
  const faults: string[] = [];
  const verdict = expected(who, row, target);
  const answer = await send(world.server, row.ask(target, world, who), world.tokens[who]);
  const say = `${answer.status} ${answer.text.slice(0, 300)}`;
  if (!fits(row, verdict, answer)) faults.push(`not ${verdict}: ${say}`);
  if (verdict !== 'done' && (await newest(world)) !== asked.seeded) faults.push(`something changed: ${say}`);
  if (!answer.reading) faults.push(...(await toldByEvents(world)).map((word) => `an event tells ${word}`));
  if (faults.length > 0 || !answer.reading) await world.undo();
  faults.push(...leaks(who, answer).map((word) => `tells ${word}`));
  if (answer.miscounted !== null) faults.push(`counts more than it lists: ${answer.miscounted}`);
  if (verdict === 'absent') {
    const missing = await askMissing(world, row, target, who, asked);
    if (missing.status !== answer.status || missing.text !== answer.text) {
      faults.push(`differs from what does not exist: ${say} / ${missing.status} ${missing.text.slice(0, 300)}`);
    }
  }
  return faults;
}

/** EP-18.64: an event goes to whoever listens, so it holds no text of anything. */
async function toldByEvents({ server }: MatrixWorld): Promise<string[]> {
  const { rows } = await sql<{ all: string | null }>`SELECT string_agg(e::text, ' ') AS all FROM events e`.execute(
    server.db,
  );
  return rows[0]?.all?.match(WORD) ?? [];
}

async function askMissing(world: MatrixWorld, row: Row, target: Target, who: Who, asked: Asked): Promise<Answer> {
  const ask = row.ask(seesPlace(who, target.place) ? missingItem(target) : missingPlace(target), world, who);
  const key = `${who} ${JSON.stringify(ask)}`;
  const known = asked.missing.get(key) ?? (await send(world.server, ask, world.tokens[who]));
  asked.missing.set(key, known);
  return known;
}

/** Words in an answer that this person must not read, but for those that were asked with. */
export function leaks(who: Who, { asked, text }: Answer): string[] {
  return [...new Set(text.match(WORD))].filter((word) => mayRead(who, word) !== true && !asked.includes(word));
}

const TABLES = [
  'work_items',
  'parent_links',
  'rollups',
  'notes',
  'events',
  'labels',
  'label_subscriptions',
  'todos',
  'subscriptions',
  'award_emoji',
  'timelogs',
  'description_templates',
  'memberships',
  'groups',
  'projects',
  'path_leavings',
  'path_redirects',
  'access_requests',
  'group_shares',
  'invitations',
  'milestones',
  'users',
] as const;

/** The newest transactions that wrote anything of the plan, and how much there is. */
export async function newest({ server }: MatrixWorld): Promise<string> {
  const parts = [...TABLES, 'work_item_labels', 'work_item_links', 'work_item_people'].map(
    (table) => sql`SELECT max(xmin::text::bigint) AS id, count(*) AS rows FROM ${sql.table(table)}`,
  );
  const { rows } = await sql<{ all: string }>`
    SELECT string_agg(id || ' ' || rows, ',') AS all FROM (${sql.join(parts, sql` UNION ALL `)}) t`.execute(server.db);
  return rows[0]?.all ?? '';
}
