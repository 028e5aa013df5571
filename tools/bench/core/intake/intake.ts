import type { Page, Shown } from '../data.ts';

/** Somebody who takes in answers of the server page by page, from the parsed answer to a normalised state. */
export interface Intake {
  readonly name: string;
  /** Wants `__typename` in every object of the answers. */
  readonly typenames?: boolean;
  /** A fresh, empty one. */
  make(): Intaken;
}

export interface Intaken {
  take(page: Page): void | Promise<void>;
  /** Everything as it would be shown: open children before closed ones. Not timed; it holds the contestants to one result. */
  shown(): Shown;
}

type Row = { readonly id: string | null; readonly title: string; readonly state: string };

/** Open children before closed ones, each in the order given. */
export const inShownOrder = (rows: readonly Row[]): { id: string; title: string }[] =>
  [...rows.filter(({ state }) => state !== 'closed'), ...rows.filter(({ state }) => state === 'closed')].map(
    ({ id, title }) => ({ id: id ?? '', title }),
  );

type Epic = NonNullable<NonNullable<Page['answer']['group']>['epic']>;
export type IssueNode = NonNullable<NonNullable<NonNullable<Epic['issues']>['nodes']>[number]>;

export const epicOf = ({ answer }: Page): Epic => answer.group!.epic!;
export const issuesOf = (page: Page): readonly IssueNode[] => epicOf(page).issues!.nodes as readonly IssueNode[];
