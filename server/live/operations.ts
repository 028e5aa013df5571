import type { Viewer } from '../access/viewer.ts';
import type { EventKind, NoteChange } from '../command/events.ts';
import type { Editing } from './elsewhere.ts';
import type { Asked } from './protocol.ts';

/** What the websocket asks of GraphQL, which stands above it: app.ts brings them together. */
export interface Operations {
  /** What an operation is. Asks no database. */
  plan(asked: Asked): Plan;
}

export type Plan =
  /** It is answered with these errors, once. */
  | { readonly kind: 'refused'; readonly errors: readonly { readonly message: string }[] }
  /** A query or a mutation: answered once, as over HTTP. */
  | { readonly kind: 'once' }
  | SubscriptionPlan;

/** What a subscription is about. */
export type Topic =
  /** `of`: an id of an epic, or of an item of a project, names nothing where the number is one of the other kind. `kinds`: null for all. */
  | {
      readonly item: number;
      readonly of: 'epic' | 'issue' | null;
      readonly kinds: ReadonlySet<EventKind> | null;
    }
  /** AP-07.20: whoever subscribes is there. No change is told. */
  | {
      readonly item: number;
      readonly of: 'epic' | 'issue' | null;
      readonly editing: Editing;
    }
  /** AP-07.26: notes of an item, one by one. */
  | {
      readonly item: number;
      readonly of: 'epic' | 'issue' | null;
      readonly notes: NoteChange['what'];
    }
  /** The path of a group in small letters. */
  | { readonly group: string };

export interface PresentPerson {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly avatarUrl: string | null;
  readonly editing: Editing;
}

/** Who else is at an item. */
export interface Here {
  readonly count: number;
  readonly people: readonly PresentPerson[];
}

/** Why a subscription is answered. */
export interface Cause {
  /** Beside the kinds of events the notes that changed (WI-10.97). */
  readonly kinds: readonly string[];
  readonly here?: Here;
  readonly note?: NoteChange;
}

export interface SubscriptionPlan {
  readonly kind: 'subscription';
  readonly topic: Topic;
  /** The same for two that have the same answer, where the same person asks; whoever asks, where it holds nothing that is read for its reader. */
  readonly key: string;
  readonly isPersonal: boolean;
  /** What is answered at once: nothing has happened yet. */
  readonly first: object;
  /** The answer; null where there is nothing that this person may be told. */
  run(viewer: Viewer, baseUrl: string, cause: Cause): Promise<object | null>;
}
