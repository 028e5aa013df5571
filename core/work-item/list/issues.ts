import type { IssueSort } from '../../api/generated/schema.ts';
import { itemList, type ListQuery } from './list.ts';

export type IssueListSort = Extract<IssueSort, `${'CREATED' | 'UPDATED' | 'DUE_DATE' | 'TITLE'}_${'ASC' | 'DESC'}`>;
export type IssueListQuery = ListQuery<IssueListSort>;

/** The issues of a group, subgroups included, or of a project. */
export const issueList = itemList<'issueList', IssueListSort>('issueList', 'CREATED_DESC');
