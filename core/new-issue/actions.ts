import type { FormType } from '../text/types.ts';
import { mutation } from '../mutation/index.ts';
import { queryName } from '../query/index.ts';
import { userAction } from '../store/action.ts';

/** What is typed and chosen in the form. */
export interface NewIssueFields {
  readonly title: string;
  readonly description: string;
  readonly type: FormType;
  readonly confidential: boolean;
}

export interface IssueCreation extends NewIssueFields {
  /** Identifies the form that was sent, which may have been left since. */
  readonly serial: number;
  readonly projectPath: string;
}

export interface IssueMade {
  /** Of its page. */
  readonly webPath: string;
  /** Why commands of the description were not carried out. */
  readonly refused: readonly string[];
}

/** A project as the form sees it. */
export interface IssuePlace {
  readonly projectPath: string;
}

export const newIssueActions = {
  /** Somebody looks at a place where issues may be created. `filled`: with the form, filled by the address; null: without it. */
  opened: userAction<IssuePlace & { readonly filled: Partial<NewIssueFields> | null }>('newIssue/opened'),
  typed: userAction<Partial<NewIssueFields>>('newIssue/typed'),
  /** `left`: the page was left, and what is typed is kept. */
  closed: userAction<{ left?: true } | void>('newIssue/closed'),
  submitted: mutation<IssueCreation, IssueMade, void>('newIssue/submitted'),
};

/** Whether the viewer may create issues in a project. */
export const newIssuePlace = queryName<IssuePlace, { readonly mayCreate: boolean }>(
  'newIssue/place',
  ({ projectPath }) => projectPath,
);
