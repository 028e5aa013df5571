import type { RestRequest } from '../ports/index.ts';

/** Nothing waits or is kept longer: a server forgets the key of an edit after a day, and would make it twice (RP-02.32). */
export const DAY = 86_400_000;

/** An edit in the words in which it goes to the server. */
export type Wording =
  | { readonly rest: RestRequest }
  | { readonly operation: { readonly name: string; readonly text: string }; readonly variables: object };

/** An edit that was asked for and not answered. */
export interface SentEdit {
  readonly key: string;
  readonly at: number;
  readonly wording: Wording;
}
