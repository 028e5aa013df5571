import type { Generated } from 'kysely';
import type { Defaulted, Optional } from './columns.ts';

export interface NotesTable {
  id: Generated<number>;
  work_item_id: number;
  author_id: number;
  body: string;
  system: Defaulted<boolean>;
  action: Optional<string>;
  internal: Defaulted<boolean>;
  /** As of a description. */
  mentions: Optional<string[]>;
  created_at: Defaulted<string>;
  updated_at: Defaulted<string>;
  /** The note that began the discussion; null of that note itself. */
  discussion_id: Optional<number>;
  /** The oldest of its discussion that is left. */
  is_first: Defaulted<boolean>;
  last_edited_at: Optional<string>;
  last_edited_by: Optional<number>;
  /** Of a discussion, at its first note. */
  resolved_at: Optional<string>;
  resolved_by: Optional<number>;
}

/** A reaction: to an item or to a note; the other is null. */
export interface AwardEmojiTable {
  id: Generated<number>;
  work_item_id: number | null;
  note_id: Defaulted<number | null>;
  user_id: number;
  name: string;
  created_at: Defaulted<string>;
}

export interface NoteTables {
  notes: NotesTable;
  award_emoji: AwardEmojiTable;
}
