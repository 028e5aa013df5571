import { IDEAL_DISTANCE, START_POSITION } from '@espalier/core/tree/rules';
import { type RawBuilder, sql } from 'kysely';
import { lockHierarchyIfWaitedFor } from '../store/sql/lock.ts';
import type { Writer } from './writer.ts';

/** An item and the parent that the file names for it. */
export interface Placement {
  readonly child: number;
  readonly isEpic: boolean;
  readonly parent: number | null;
  /** Its place, where the parent is new as well; else it follows the parent's last child. */
  readonly position: number | null;
}

/** A placement that is not so yet, and the parent that the item has. */
export interface Move extends Placement {
  readonly from: number | null;
}

/** Places of children of new parents: a list from 0 in steps of 513, in the order of the file. */
export class Positions {
  readonly #last = new Map<number, number>();

  next(parent: number): number {
    const before = this.#last.get(parent);
    const position = before === undefined ? START_POSITION : before + IDEAL_DISTANCE;
    this.#last.set(parent, position);
    return position;
  }
}

/** Puts new items under new parents. */
export async function writeNewParents(w: Writer, placements: readonly Placement[]): Promise<void> {
  await w.batches(
    placements,
    'parent bigint, child bigint, position int',
    ({ parent, child, position }) => ({ parent, child, position }),
    (x) => sql`
      INSERT INTO parent_links (parent_id, child_id, relative_position, created_at)
      SELECT x.parent, x.child, x.position, ${w.now}::timestamptz FROM ${x} ORDER BY x.n`,
  );
}

/**
 * Those that do not stand where the file puts them. No parent in the file says nothing about a parent that was made here; a parent that came with
 * the file and is not named any more is left.
 */
export async function misplaced(w: Writer, placements: readonly Placement[]): Promise<Move[]> {
  const { rows } = await sql<{ parent_id: number; child_id: number; imported: boolean }>`
    SELECT pl.parent_id, pl.child_id, starts_with(coalesce(p.external_id, ''), ${w.prefix}) AS imported
    FROM parent_links pl JOIN work_items p ON p.id = pl.parent_id
    WHERE pl.child_id = ANY(${placements.map(({ child }) => child)}::bigint[])`.execute(w.tx);
  const links = new Map(rows.map((row) => [row.child_id, row]));
  return placements.flatMap((placement) => {
    const link = links.get(placement.child);
    const { parent } = placement;
    const right = parent === null ? link?.imported !== true : link?.parent_id === parent;
    return right ? [] : [{ ...placement, from: link?.parent_id ?? null }];
  });
}

/** A move to a parent, and the place there. */
interface Placed extends Move {
  readonly parent: number;
  readonly position: number;
}

/** The last place in each of these parents that is taken by a child that stays there. */
type Ends = ReadonlyMap<number, number>;

async function endsOf(w: Writer, moves: readonly Move[]): Promise<Ends> {
  const { rows } = await sql<{ id: number; last: number }>`
    SELECT pl.parent_id AS id, max(pl.relative_position) AS last FROM parent_links pl
    WHERE pl.parent_id = ANY(${[...new Set(moves.map(({ parent }) => parent))]}::bigint[])
      AND NOT EXISTS (SELECT FROM unnest(${moves.map(({ child }) => child)}::bigint[]) AS x (id) WHERE x.id = pl.child_id)
    GROUP BY pl.parent_id`.execute(w.tx);
  return new Map(rows.map(({ id, last }) => [id, last]));
}

/** Each behind the one before it. */
function placed(moves: readonly Move[], ends: Ends): Placed[] {
  const last = new Map(ends);
  return moves.flatMap(({ parent, position, ...move }) => {
    if (parent === null) return [];
    const before = last.get(parent);
    const next = position ?? (before === undefined ? START_POSITION : before + IDEAL_DISTANCE);
    last.set(parent, Math.max(next, before ?? next));
    return [{ ...move, parent, position: next }];
  });
}

/** What was moved while others changed the tree. */
export interface MovedBeside {
  readonly moves: readonly Placed[];
  readonly ends: Ends;
}

/** Moved at once. */
const AT_ONCE = 1000;

/**
 * Moves items while others go on. What somebody else holds is left, so this waits for nobody, and whoever comes upon what is moved waits for the end of the
 * transaction. What it makes of the tree is not looked at yet.
 */
export async function moveBeside(w: Writer, moves: readonly Move[]): Promise<MovedBeside> {
  if (moves.length === 0) return { moves: [], ends: new Map() };
  const ends = await endsOf(w, moves);
  const all = placed(moves, ends);
  const done: Placed[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    await lockHierarchyIfWaitedFor(w.tx);
    const some = all.slice(at, at + AT_ONCE);
    const moved = new Set([...(await changeFree(w, some)), ...(await makeFree(w, some))]);
    done.push(...some.filter(({ child }) => moved.has(child)));
  }
  return { moves: done, ends };
}

/** Changes the links of those that stand where they were found and of which nobody holds anything. Nobody deletes the items from here on. */
const changeFree = (w: Writer, moves: readonly Placed[]): Promise<number[]> =>
  childrenOf(
    w,
    moves.filter(({ from }) => from !== null),
    (x) => sql`
      WITH free AS (
        SELECT pl.id, x.parent, x.position FROM ${x} JOIN parent_links pl ON pl.child_id = x.child AND pl.parent_id = x.old
        JOIN work_items c ON c.id = x.child JOIN work_items p ON p.id = x.parent
        FOR UPDATE OF pl SKIP LOCKED FOR KEY SHARE OF c, p SKIP LOCKED
      )
      UPDATE parent_links pl SET parent_id = free.parent, relative_position = free.position, created_at = ${w.now}::timestamptz
      FROM free WHERE pl.id = free.id RETURNING pl.child_id`,
  );

/** Makes the links of those without a parent. Who is about to put one of them somewhere holds the item. */
const makeFree = (w: Writer, moves: readonly Placed[]): Promise<number[]> =>
  childrenOf(
    w,
    moves.filter(({ from }) => from === null),
    (x) => sql`
      WITH free AS (
        SELECT x.* FROM ${x} JOIN work_items c ON c.id = x.child JOIN work_items p ON p.id = x.parent
        WHERE NOT EXISTS (SELECT FROM parent_links pl WHERE pl.child_id = x.child)
        FOR UPDATE OF c SKIP LOCKED FOR KEY SHARE OF p SKIP LOCKED
      )
      INSERT INTO parent_links (parent_id, child_id, relative_position, created_at)
      SELECT parent, child, position, ${w.now}::timestamptz FROM free ORDER BY n ON CONFLICT (child_id) DO NOTHING RETURNING child_id`,
  );

async function childrenOf(
  w: Writer,
  moves: readonly Placed[],
  write: (x: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<number[]> {
  const rows = await w.batches(
    moves,
    'child bigint, old bigint, parent bigint, position int',
    ({ child, from, parent, position }) => ({ child, old: from, parent, position }),
    (x) => write(x) as RawBuilder<{ child_id: number }>,
  );
  return rows.map(({ child_id }) => child_id);
}

/**
 * What is left to move when nobody else changes the tree any more, as it is now. Where the children of a parent would not stand in the order of the file, or not
 * behind those that somebody has put there meanwhile, all of them are moved again.
 */
export async function movesLeft(w: Writer, moves: readonly Move[], beside: MovedBeside): Promise<Move[]> {
  const done = new Set(beside.moves.map(({ child }) => child));
  const now = new Map(
    (
      await movesNow(
        w,
        moves.filter(({ child }) => !done.has(child)),
      )
    ).map((move) => [move.child, move]),
  );
  const again = await overtaken(w, beside);
  for (const { parent } of now.values()) if (parent !== null) again.add(parent);
  return moves.flatMap((move) => {
    const { child, parent } = move;
    if (!done.has(child)) return now.get(child) ?? [];
    return parent !== null && again.has(parent) ? [{ ...move, from: parent }] : [];
  });
}

/** Parents in which somebody has put a child behind the last one since. */
async function overtaken(w: Writer, { moves, ends }: MovedBeside): Promise<Set<number>> {
  const behind = new Map<number, number>();
  const endOf = (parent: number): number => ends.get(parent) ?? START_POSITION - 1;
  for (const { parent, position } of moves) {
    behind.set(parent, (behind.get(parent) ?? 0) + Number(position > endOf(parent)));
  }
  const parents = [...behind.keys()];
  const { rows } = await sql<{ id: number }>`
    SELECT x.id FROM unnest(${parents}::bigint[], ${parents.map(endOf)}::int[], ${[...behind.values()]}::int[]) AS x (id, last, moved)
    WHERE x.moved <> (SELECT count(*) FROM parent_links pl WHERE pl.parent_id = x.id AND pl.relative_position > x.last)`.execute(
    w.tx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** These moves as they are now. Only what somebody has moved since is compared again: there may be many. */
async function movesNow(w: Writer, moves: readonly Move[]): Promise<Move[]> {
  if (moves.length === 0) return [];
  const { rows } = await sql<{ child: number }>`
    SELECT x.child FROM unnest(${moves.map(({ child }) => child)}::bigint[], ${moves.map(({ from }) => from)}::bigint[]) AS x (child, parent)
    LEFT JOIN parent_links pl ON pl.child_id = x.child WHERE pl.parent_id IS DISTINCT FROM x.parent`.execute(w.tx);
  const moved = new Set(rows.map(({ child }) => child));
  const again = await misplaced(
    w,
    moves.filter(({ child }) => moved.has(child)),
  );
  return [...moves.filter(({ child }) => !moved.has(child)), ...again];
}

/** Puts items that were here, or new ones under parents that were here, where the file wants them. Nobody else changes the tree meanwhile. */
export async function moveToParents(w: Writer, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  const moving = placed(moves, await endsOf(w, moves));
  const leaving = moves.filter(({ parent }) => parent === null).map(({ child }) => child);
  await sql`DELETE FROM parent_links WHERE child_id = ANY(${leaving}::bigint[])`.execute(w.tx);
  const changing = moving.filter(({ from }) => from !== null);
  await sql`
    UPDATE parent_links pl SET parent_id = x.parent, relative_position = x.position, created_at = ${w.now}::timestamptz
    FROM unnest(${changing.map(({ child }) => child)}::bigint[], ${changing.map(({ parent }) => parent)}::bigint[],
      ${changing.map(({ position }) => position)}::int[]) AS x (child, parent, position)
    WHERE pl.child_id = x.child`.execute(w.tx);
  await writeNewParents(
    w,
    moving.filter(({ from }) => from === null),
  );
}
