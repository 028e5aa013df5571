import { sql } from 'kysely';
import { place, type Positioned, type Where } from '@espalier/core/tree/rules';
import type { Tx } from '../db/types.ts';
import { refuse } from './command.ts';

/** The children of a parent with their positions, in order (epics and the rest share one). One statement. */
export async function siblingsUnder(tx: Tx, parentId: number): Promise<Positioned<number>[]> {
  const { rows } = await sql<Positioned<number>>`
    SELECT child_id AS id, relative_position AS position FROM parent_links WHERE parent_id = ${parentId}
    ORDER BY relative_position, id
  `.execute(tx);
  return rows;
}

export interface NewPlace {
  readonly position: number;
  /** Siblings that have to make room. */
  readonly shifts: readonly Positioned<number>[];
}

/** Where the item goes among its siblings (it may be one of them already). Refuses with the rule's text where there is no place. */
export function findPlace(siblings: readonly Positioned<number>[], itemId: number, where: Where<number>): NewPlace {
  const placement = place(
    siblings.filter(({ id }) => id !== itemId),
    where,
  );
  if (!placement.ok) refuse(422, placement.error);
  return placement;
}

/** Writes the positions of children, in one statement. */
export async function writePositions(tx: Tx, positions: readonly Positioned<number>[]): Promise<void> {
  if (positions.length === 0) return;
  await sql`
    UPDATE parent_links pl SET relative_position = shifted.position
    FROM unnest(${positions.map(({ id }) => id)}::bigint[], ${positions.map(({ position }) => position)}::int[])
      AS shifted (child_id, position)
    WHERE pl.child_id = shifted.child_id
  `.execute(tx);
}
