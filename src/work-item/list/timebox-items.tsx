import { useEffect, useRef } from 'react';
import { issueList, samePlace } from '@espalier/core/work-item';
import type { IssueListQuery, ListPlace } from '@espalier/core/work-item';
import {
  ISSUE_SORTS,
  issueListSaga,
  selectTimeboxItems,
  timeboxQueryFromUrl,
  timeboxQueryToUrl,
} from '@espalier/core/work-item/list';
import { usePorts } from '../../ports/context.ts';
import { useAppDispatch, useAppSelector, useWatch } from '../../store.ts';
import { issueLine } from './issue-line.ts';
import { listAddress, ListedItems, useListQuery } from './item-list.tsx';

interface TimeboxItemsProps {
  /** Whose items, and of which milestone or iteration. */
  readonly place: ListPlace;
  /** The address of the page on which they are listed. */
  readonly path: string;
  readonly headingClass?: string | undefined;
}

/** AP-14.70, AP-14.102: the issues of a milestone or iteration, by how far they are; the address of its page is the query. */
export function TimeboxItems({ place, path, headingClass }: TimeboxItemsProps) {
  const dispatch = useAppDispatch();
  const watch = useWatch();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useListQuery(timeboxQueryFromUrl);
  const list = useAppSelector(selectTimeboxItems);
  const { clock } = usePorts();
  useEffect(() => {
    watch('issueList', issueListSaga);
    dispatch(issueList.actions.opened({ place, query }));
  }, [dispatch, watch, place, query]);
  const href = (next: IssueListQuery) => listAddress(path, timeboxQueryToUrl(next));
  return (
    <>
      <h2 ref={heading} className={headingClass} tabIndex={-1}>
        Issues
      </h2>
      <ListedItems
        heading="Issues"
        title={heading}
        query={query}
        list={list}
        current={samePlace(list.place, place)}
        sorts={ISSUE_SORTS}
        href={href}
        onRetry={() => dispatch(issueList.actions.retried())}
        rows={list.rows.map((row) =>
          issueLine(place.milestone === undefined ? row : { ...row, milestone: null }, query, href, clock.today()),
        )}
        within={place.fullPath}
      />
    </>
  );
}
