import { sql } from 'kysely';
import { listInWords } from '../note/wording.ts';
import type { Change } from '../tree/change.ts';
import { refuse } from '../tree/command.ts';
import type { Item } from '../tree/items.ts';

interface Person {
  readonly id: number;
  readonly username: string;
}

/** Assigns exactly these people, in this order. Answers the text of the system note, null if nobody came or went. */
export async function changeAssignees(change: Change, item: Item, ids: readonly number[]): Promise<string | null> {
  const wanted = [...new Set(ids)];
  const before = item.assignee_ids;
  const come = wanted.filter((id) => !before.includes(id));
  const gone = before.filter((id) => !wanted.includes(id));
  if (come.length === 0 && gone.length === 0) return null;
  const { rows } = await sql<Person>`
    SELECT id, username FROM users WHERE id = ANY(${[...come, ...gone]}::bigint[]) AND (state = 'active' OR id = ANY(${gone}::bigint[]))
  `.execute(change.tx);
  const names = new Map(rows.map((row) => [row.id, `@${row.username}`]));
  if (come.some((id) => !names.has(id))) refuse(422, 'Assignee does not exist');
  await sql`
    DELETE FROM work_item_people WHERE work_item_id = ${item.id} AND role = 'assignee' AND user_id = ANY(${gone}::bigint[])
  `.execute(change.tx);
  await sql`
    INSERT INTO work_item_people (work_item_id, role, user_id, place)
    SELECT ${item.id}::bigint, 'assignee', person.id, person.place
    FROM unnest(${wanted}::bigint[]) WITH ORDINALITY AS person (id, place)
    ON CONFLICT (work_item_id, role, user_id) DO UPDATE SET place = excluded.place
  `.execute(change.tx);
  const named = (people: readonly number[]): string => listInWords(people.map((id) => names.get(id) ?? ''));
  return [
    ...(come.length > 0 ? [`assigned to ${named(come)}`] : []),
    ...(gone.length > 0 ? [`unassigned ${named(gone)}`] : []),
  ].join(' and ');
}
