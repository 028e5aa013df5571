import { canReadNote } from '@espalier/core/access';
import type { MentionStore, TextName } from '../../command/mention-store.ts';
import { Rights } from './rights.ts';
import type { CommentRow, ItemRow } from './rows.ts';
import type { World } from './world.ts';

const mayMention = (text: string | null): text is string => text?.includes('@') === true;

export class MemoryMentions implements MentionStore {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async keep({ itemId, noteId }: TextName, mentions: readonly string[]): Promise<void> {
    if (noteId === null) return this.#world.keeping(() => void this.#world.change(itemId, { mentions }));
    const row = this.#world.comments.get(noteId);
    if (row !== undefined) this.#world.comments.set(noteId, { ...row, mentions });
  }

  async unread(limit: number): Promise<readonly (TextName & { readonly text: string })[]> {
    const described = [...this.#world.items.values()].flatMap(({ id, mentions, description }) =>
      mentions === undefined && mayMention(description) ? { itemId: id, noteId: null, text: description } : [],
    );
    const commented = [...this.#world.comments.values()].flatMap(({ id, itemId, mentions, system, body }) =>
      mentions === undefined && !system && mayMention(body) ? { itemId, noteId: id, text: body } : [],
    );
    return [...described, ...commented].slice(0, limit);
  }
}

/** EP-12.41: whom the description or these comments mention, as far as they may read it. */
export function mentionedIn(world: World, item: ItemRow, comments: readonly CommentRow[]): readonly number[] {
  const texts = [{ internal: false, mentions: item.mentions }, ...comments];
  return [...world.users.values()].flatMap(({ id, username, state }) => {
    const naming = texts.filter(({ mentions }) => mentions?.includes(username.toLowerCase()));
    if (state !== 'active' || naming.length === 0) return [];
    const rights = new Rights(world, world.viewer(id));
    return rights.reads(item) && naming.some((each) => canReadNote(rights.itemSubject(item), each)) ? id : [];
  });
}
