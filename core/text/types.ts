import type { WireError } from '../ports/index.ts';
import type { GlobalId } from '../work-item/types.ts';

export type TextField = 'title' | 'description';

/** The text of an item as it stood at one version. Its lines end with `\n`. */
export interface TextVersion {
  readonly title: string;
  readonly description: string;
  readonly lockVersion: number;
}

/** IE-15.40: the types that the form offers. */
export const FORM_TYPES = ['issue', 'incident'] as const;

export type FormType = (typeof FORM_TYPES)[number];

/** IE-05.42: others have changed the same as one has changed oneself. */
export interface TextConflict {
  /** At least one. */
  readonly fields: readonly TextField[];
  readonly theirs: TextVersion;
}

/** A text that is being edited. */
export interface TextForm {
  readonly id: GlobalId;
  readonly title: string;
  readonly description: string;
  /** What others left last: a save is held against its version. In a conflict, the fields of the conflict and the version are those that both began with. */
  readonly base: TextVersion;
  /** Where one writes. */
  readonly field: TextField;
  /** Chosen in the form; absent: the item's own. */
  readonly type?: FormType;
  readonly conflict: TextConflict | null;
  /** How often something of others was taken over. */
  readonly takenOver: number;
  /** Whether it asks if it should be cancelled. */
  readonly asking: boolean;
  /** Why it was not saved. */
  readonly failure: WireError | null;
  /** It was written before the page was loaded. */
  readonly restored: boolean;
  /** It is saved, and closes when the text has been read again. */
  readonly done?: true;
}

/** By the ids of the items. A changed form stays where its item is left. */
export type TextState = Readonly<Record<GlobalId, TextForm>>;
