import type { TriggerKind } from './rules.ts';
import { queryName } from '../query/index.ts';
import { userAction } from '../store/action.ts';
import type { Choice } from './choices.ts';

/** What is made with a text that belongs to nothing yet. */
export type Making = 'epic' | 'issue';

export const isMaking = (id: string | null): id is Making => id === 'epic' || id === 'issue';

/** Where a text belongs: what short references in it mean. Both paths null: nowhere, and nothing is looked for. */
export interface TextPlace {
  /** The item that it is about, or what is made with it, for which quick actions are offered; null: there are none. */
  readonly itemId: string | null;
  readonly groupPath: string | null;
  readonly projectPath: string | null;
}

/** What is looked for, for the one field that has the caret. */
export interface EditorSearch extends TextPlace {
  readonly kind: TriggerKind;
  readonly term: string;
}

/** A text that is shown as the server renders it. */
export interface PreviewAsked extends Omit<TextPlace, 'itemId'> {
  /** Of the field. */
  readonly id: string;
  readonly text: string;
  /** The item on which its quick actions are carried out, be it a comment or a description, or what is made with it. Absent: it has none. */
  readonly commentOn?: string;
  /** It is the description of that item, edited: what stood in it as a command before is none. */
  readonly edits?: boolean;
}

export interface PreviewOf extends PreviewAsked {
  /** Counts the previews. */
  readonly serial: number;
}

export const editorActions = {
  /** A sign was typed, or what stands behind it was. */
  triggered: userAction<EditorSearch>('editor/triggered'),
  /** Nothing is offered any more. */
  triggerLeft: userAction('editor/triggerLeft'),
  previewAsked: userAction<PreviewAsked>('editor/previewAsked'),
  previewRetried: userAction<{ id: string }>('editor/previewRetried'),
  /** It is written again, or the field is gone. */
  previewLeft: userAction<{ id: string }>('editor/previewLeft'),
};

/** What the server makes of a text. */
export interface Rendered {
  readonly html: string;
  /** What its quick actions will do, in sentences; empty: there are none. */
  readonly commands: string;
}

export const editorReads = {
  search: queryName<EditorSearch, readonly Choice[]>('editor/search', () => ''),
  preview: queryName<PreviewOf, Rendered>('editor/preview', ({ serial }) => String(serial)),
};
