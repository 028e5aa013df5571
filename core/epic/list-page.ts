import type { EpicSort } from '../api/generated/schema.ts';
import { countLines } from '../tree/rules.ts';
import { listPage, type ListRow } from '../work-item/list/index.ts';
import { epicList } from './queries.ts';
import { EPIC_TEXTS } from './rules/page.ts';

export { epicListSaga } from './list-read.ts';

/** What the page of the list of epics shows. Its code comes with the page. */

/** What a row of the list counts below its epic. */
export const listedCounts = ({ descendantCounts: counts }: ListRow) => counts && countLines(counts, true);

export const EPIC_SORTS: readonly { readonly value: EpicSort; readonly label: string }[] = [
  { value: 'CREATED_AT_DESC', label: 'Created date, newest first' },
  { value: 'CREATED_AT_ASC', label: 'Created date, oldest first' },
  { value: 'UPDATED_AT_DESC', label: 'Updated date, newest first' },
  { value: 'UPDATED_AT_ASC', label: 'Updated date, oldest first' },
  { value: 'START_DATE_ASC', label: 'Start date, earliest first' },
  { value: 'START_DATE_DESC', label: 'Start date, latest first' },
  { value: 'END_DATE_ASC', label: 'Due date, earliest first' },
  { value: 'END_DATE_DESC', label: 'Due date, latest first' },
  { value: 'TITLE_ASC', label: 'Title, A to Z' },
  { value: 'TITLE_DESC', label: 'Title, Z to A' },
];

export const {
  select: selectEpicList,
  fromUrl: epicListQueryFromUrl,
  toUrl: epicListQueryToUrl,
} = listPage(epicList, EPIC_SORTS, {
  all: EPIC_TEXTS.listEmpty,
  opened: EPIC_TEXTS.listNoneOpen,
  closed: EPIC_TEXTS.listNoneClosed,
});
