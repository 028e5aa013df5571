import { sql } from 'kysely';
import type { Db } from '../db/types.ts';
import type { Editing, Present } from './elsewhere.ts';
import type { Here, PresentPerson } from './operations.ts';

/** AP-07.20: so many people are told of, the others are a number. */
export const TOLD = 20;

/** Who is at an item, those who edit first. */
export interface AtItem {
  readonly order: readonly Present[];
  readonly places: ReadonlyMap<number, number>;
}

/** Whom one may be told of, by their numbers. */
export type People = ReadonlyMap<number, Omit<PresentPerson, 'editing'>>;

/** Each person once, with what they said last that they edit. */
export function ordered(people: readonly Present[]): AtItem {
  const found = new Map<number, Editing>();
  for (const [id, editing] of people) found.set(id, editing ?? found.get(id) ?? null);
  const order = [...found].sort(([a, one], [b, other]) => Number(one === null) - Number(other === null) || a - b);
  return { order, places: new Map(order.map(([id], place) => [id, place])) };
}

/** What somebody hears who is at this place of the order themselves. */
export function hereFor({ order }: AtItem, place: number, people: People): Here {
  const others = order.slice(0, TOLD + 1).filter((_, at) => at !== place);
  return {
    count: order.length - 1,
    people: others.slice(0, TOLD).flatMap(([id, editing]) => {
      const person = people.get(id);
      return person === undefined ? [] : [{ ...person, editing }];
    }),
  };
}

/** Those who may be told of. Whoever is alone is told of nobody. */
export async function readPeople(db: Db, here: readonly AtItem[]): Promise<People> {
  const ids = here.flatMap(({ order }) => (order.length > 1 ? order.slice(0, TOLD + 1).map(([id]) => id) : []));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string; username: string; avatar_url: string | null }>`
    SELECT id, name, username, avatar_url FROM users
    WHERE id = ANY(${[...new Set(ids)]}::bigint[]) AND state = 'active'`.execute(db);
  return new Map(
    rows.map(({ id, name, username, avatar_url }) => [
      Number(id),
      { id: `gid://gitlab/User/${id}`, name, username, avatarUrl: avatar_url },
    ]),
  );
}
