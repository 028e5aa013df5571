/**
 * Links beside the tree and what an epic's sidebar shows, told a second time: by the edits in the order in which they were made, and by plain loops over
 * the server's rows, without any rule of the core (lint holds that).
 */
import type { ItemRow, ModelChange, World } from './server/index.ts';
import type { Rows } from './oracle.ts';
import { itemAt, mayRelate, sees } from './oracle.ts';

export type LinkRows = Rows & Pick<World, 'relations'>;

interface Relation {
  readonly source: number;
  readonly target: number;
  readonly blocks: boolean;
}

const line = ({ source, target, blocks }: Relation): string =>
  blocks ? `${source} blocks ${target}` : `${Math.min(source, target)} relates to ${Math.max(source, target)}`;

interface Body {
  readonly issuable_references?: readonly string[];
  readonly link_type?: string;
}

/** Every link there is, by the edits alone. */
export class RelationBook {
  /** By the number that the server gave. */
  readonly #relations = new Map<number, Relation>();
  /** Every number that there ever was. */
  readonly #known = new Set<number>();

  constructor(rows: LinkRows) {
    this.#learn(rows);
  }

  /** Numbers are the server's: those of links that were made last are taken over from it. */
  #learn({ relations }: LinkRows): Relation[] {
    const fresh: Relation[] = [];
    for (const { id, type, sourceId, targetId } of relations.values()) {
      if (this.#known.has(id)) continue;
      this.#known.add(id);
      const relation = { source: sourceId, target: targetId, blocks: type === 'blocks' };
      this.#relations.set(id, relation);
      fresh.push(relation);
    }
    return fresh;
  }

  /** Takes in an edit that was made; answers what is wrong with what the server made of it. `rows`: the server after it. */
  apply({ request, who }: Pick<ModelChange, 'request' | 'who'>, rows: LinkRows): string[] {
    const path = request?.path ?? '';
    for (const [id, { source, target }] of this.#relations) {
      if (!rows.items.has(source) || !rows.items.has(target)) this.#relations.delete(id);
    }
    const subject = request === null ? null : subjectAt(path, rows);
    if (request?.method === 'DELETE' && subject !== null) this.#relations.delete(Number(path.split('/').at(-1)));
    const made = this.#learn(rows).map(line).sort();
    if (request?.method !== 'POST' || subject === null) {
      return made.length === 0 ? [] : [`${made.join()} came without anybody's asking`];
    }
    const { issuable_references: texts = [], link_type: type = 'relates_to' } = (request.body ?? {}) as Body;
    const here = rows.items.get(subject);
    const owner = here === undefined ? '' : ownerOf(rows, here);
    const known = new Set([...this.#relations.values()].flatMap((relation) => otherEnd(relation, subject)));
    const wanted = new Set(
      texts
        .flatMap((text) => text.split(/\s+/))
        .flatMap((text) => itemAt(text, owner, rows) ?? [])
        // What its person may not link is passed over.
        .filter((id) => rows.items.get(id)?.type !== undefined && mayRelate(rows, who, rows.items.get(id) as ItemRow))
        .map((other) => {
          if (type === 'relates_to') return line({ source: subject, target: other, blocks: false });
          const [source, target] = type === 'blocks' ? [subject, other] : [other, subject];
          return line({ source, target, blocks: true });
        }),
    );
    const all = new Set([...this.#relations.values()].map(line));
    return [
      ...[...wanted].filter((text) => !all.has(text)).map((text) => `${text} was asked for and is not there`),
      ...made.filter((text) => !wanted.has(text)).map((text) => `${text} came and was not asked for`),
      ...(known.has(subject) ? [`${subject} is linked to itself`] : []),
    ];
  }

  /** Where the server's links are others than the edits give, or break what always holds. */
  faults({ relations, items, links }: LinkRows): string[] {
    const found: string[] = [];
    const pairs = new Set<string>();
    for (const [id, relation] of this.#relations) {
      const row = relations.get(id);
      if (row === undefined || line(relation) !== line(fromRow(row))) found.push(`the link ${line(relation)} is gone`);
    }
    for (const row of relations.values()) {
      const { sourceId, targetId, id } = row;
      if (!this.#relations.has(id)) found.push(`the link ${line(fromRow(row))} should be gone`);
      const pair = [sourceId, targetId].sort((a, b) => a - b).join();
      if (pairs.has(pair)) found.push(`${pair} are linked twice`);
      pairs.add(pair);
      const [source, target] = [items.get(sourceId), items.get(targetId)];
      if (source === undefined || target === undefined) found.push(`${pair} are linked, and one is gone`);
      else if ((source.type === 'epic') !== (target.type === 'epic')) found.push(`${pair} are of two kinds`);
      // An epic takes linked ones as its children (only linking parent and child is refused), other items do not.
      const isEpic = source?.type === 'epic';
      if (!isEpic && (links.get(sourceId)?.parentId === targetId || links.get(targetId)?.parentId === sourceId)) {
        found.push(`${pair} are linked, and are parent and child`);
      }
    }
    return found;
  }
}

const fromRow = (row: { readonly sourceId: number; readonly targetId: number; readonly type: string }): Relation => ({
  source: row.sourceId,
  target: row.targetId,
  blocks: row.type === 'blocks',
});

const otherEnd = ({ source, target }: Relation, id: number): number[] =>
  source === id ? [target] : target === id ? [source] : [];

const ownerOf = ({ groups, projects }: Rows, { groupId, projectId }: ItemRow): string =>
  (projectId === null ? groups.get(groupId)?.fullPath : projects.get(projectId)?.fullPath) ?? '';

/** Whose links an endpoint is about. */
function subjectAt(path: string, rows: Rows): number | null {
  const [, group, epic] = /^\/groups\/(.+)\/-\/epics\/(\d+)\/related_epic_links/.exec(path) ?? [];
  if (group !== undefined) return itemAt(`&${epic}`, group, rows);
  const [, project, issue] = /^\/(.+)\/-\/issues\/(\d+)\/links/.exec(path) ?? [];
  return project === undefined ? null : itemAt(`#${issue}`, project, rows);
}

export interface LinkedRow {
  readonly relation: number;
  readonly item: ItemRow;
  readonly type: 'relates_to' | 'blocks' | 'is_blocked_by';
}

/** What an item is linked to, as a person may see it, in the order in which it was linked. */
export function linkedTo(rows: LinkRows, username: string, id: number): LinkedRow[] {
  const found: LinkedRow[] = [];
  for (const relation of [...rows.relations.values()].sort((a, b) => a.id - b.id)) {
    const { sourceId, targetId } = relation;
    const other = sourceId === id ? targetId : targetId === id ? sourceId : null;
    const item = other === null ? undefined : rows.items.get(other);
    if (item === undefined || !sees(rows, username, item)) continue;
    const from = sourceId === id ? 'blocks' : 'is_blocked_by';
    found.push({ relation: relation.id, item, type: relation.type === 'blocks' ? from : 'relates_to' });
  }
  return found;
}

/** The open items that block an item, as a person may see them. */
export const openBlockers = (rows: LinkRows, username: string, id: number): ItemRow[] =>
  linkedTo(rows, username, id)
    .filter(({ type, item }) => type === 'is_blocked_by' && item.state !== 'closed')
    .map(({ item }) => item);

/** What stands above an item, from the root down, as numbers; null where it may not be seen, with those that follow each other taken as one. */
export function shownAncestors(rows: Rows, username: string, id: number): (number | null)[] {
  const line: (number | null)[] = [];
  for (let at = rows.links.get(id)?.parentId; at !== undefined; at = rows.links.get(at)?.parentId) {
    const item = rows.items.get(at);
    const shown = item !== undefined && sees(rows, username, item) ? at : null;
    if (shown !== null || line[0] !== null || line.length === 0) line.unshift(shown);
  }
  return line;
}
