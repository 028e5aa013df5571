import type { GoneNote, NewComment, NoteStore, StoredNote } from '../../command/note-store.ts';
import { storable } from './items.ts';
import type { CommentRow } from './rows.ts';
import type { World } from './world.ts';

/** Comments. Lines of activity have no ids here (`World.notes`). */
export class MemoryNotes implements NoteStore {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async find(id: number): Promise<StoredNote | undefined> {
    return this.#world.comments.get(id);
  }

  async firstOf(discussionId: number): Promise<StoredNote | undefined> {
    return this.#first(discussionId);
  }

  async add({ discussionId, body, ...comment }: NewComment, now: string): Promise<number> {
    const id = this.#world.nextId('notes');
    const own = { system: false, createdAt: now, editedAt: null, editedBy: null, resolvedAt: null, resolvedBy: null };
    this.#world.comments.set(id, {
      ...comment,
      ...own,
      id,
      body: storable(body),
      discussionId: discussionId ?? id,
    });
    return id;
  }

  async copy(fromItem: number, toItem: number): Promise<void> {
    const begun = new Map<number, number>();
    for (const row of [...this.#world.comments.values()].filter(({ itemId }) => itemId === fromItem)) {
      const id = this.#world.nextId('notes');
      const discussionId = begun.get(row.discussionId) ?? id;
      begun.set(row.discussionId, discussionId);
      this.#world.comments.set(id, { ...row, id, itemId: toItem, discussionId });
    }
  }

  async edit(id: number, body: string, userId: number, now: string): Promise<void> {
    this.#change(id, { body: storable(body), editedAt: now, editedBy: userId });
  }

  async delete(id: number): Promise<boolean> {
    const gone = this.#world.comments.get(id);
    this.#world.deleteComment(id);
    const next = gone && this.#first(gone.discussionId);
    if (next && next.id > id) this.#change(next.id, { resolvedAt: gone.resolvedAt, resolvedBy: gone.resolvedBy });
    return next === undefined;
  }

  async deleteOf(userId: number, most: number): Promise<readonly GoneNote[]> {
    const isTheirs = ({ authorId }: { readonly authorId: number }): boolean => authorId === userId;
    const comments = [...this.#world.comments.values()].filter(isTheirs).slice(0, most);
    for (const { id } of comments) await this.delete(id);
    const lines = this.#world.notes.filter(isTheirs).slice(0, most);
    this.#world.notes = this.#world.notes.filter((line) => !lines.includes(line));
    return [
      ...comments.map(({ id, itemId, internal, discussionId }) => ({
        ...{ id, itemId, internal, discussionId, system: false },
        isLast: this.#first(discussionId) === undefined,
      })),
      // Lines have no ids here.
      ...lines.map(({ itemId }) => ({
        ...{ id: 0, itemId, internal: false, discussionId: 0, system: true },
        isLast: true,
      })),
    ];
  }

  async resolve(discussionId: number, userId: number | null, now: string): Promise<boolean> {
    const first = this.#first(discussionId);
    if (first === undefined || (first.resolvedAt === null) === (userId === null)) return false;
    this.#change(first.id, { resolvedAt: userId === null ? null : now, resolvedBy: userId });
    return true;
  }

  #first(discussionId: number): CommentRow | undefined {
    // Ids rise, and rows that are replaced keep their places.
    return [...this.#world.comments.values()].find((row) => row.discussionId === discussionId);
  }

  #change(id: number, change: Partial<CommentRow>): void {
    const row = this.#world.comments.get(id);
    if (row !== undefined) this.#world.comments.set(id, { ...row, ...change });
  }
}
