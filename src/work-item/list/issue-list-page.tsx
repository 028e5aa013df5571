import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { issueList, samePlace } from '@espalier/core/work-item';
import {
  ISSUE_SORTS,
  issueListQueryFromUrl,
  issueListSaga,
  issueListQueryToUrl,
  selectIssueList,
} from '@espalier/core/work-item/list';
import type { IssueListQuery } from '@espalier/core/work-item';
import type { IssueListRoute } from '@espalier/core/frame';
import { paths } from '@espalier/core/frame';
import { Missing } from '../../frame/missing.tsx';
import { usePageTitle } from '../../frame/page-title.ts';
import { Breadcrumbs } from '../../group/breadcrumbs.tsx';
import { usePorts } from '../../ports/context.ts';
import { useAppDispatch, useAppSelector, useWatch } from '../../store.ts';
import { PlaceNav } from '../../manage/place-nav.tsx';
import { NewIssueLink } from '../new-issue-link.tsx';
import { AssignedFilter } from './assigned-filter.tsx';
import { listAddress, ItemList, useListQuery } from './item-list.tsx';
import { issueLine } from './issue-line.ts';

/** The issues of a project, or of a group and its subgroups, to be read. The address is the view. */
export function IssueListPage({ route: { kind, fullPath, groupPath } }: { readonly route: IssueListRoute }) {
  const dispatch = useAppDispatch();
  const watch = useWatch();
  const navigate = useNavigate();
  const query = useListQuery(issueListQueryFromUrl);
  const place = useMemo(() => ({ kind, fullPath }), [kind, fullPath]);
  const list = useAppSelector(selectIssueList);
  const { clock } = usePorts();
  const current = samePlace(list.place, place);
  usePageTitle(`Issues · ${current && list.fullName !== null ? list.fullName : fullPath}`);

  useEffect(() => {
    watch('issueList', issueListSaga);
    dispatch(issueList.actions.opened({ place, query }));
  }, [dispatch, watch, place, query]);

  if (current && list.status === 'missing') return <Missing />;
  const href = (next: IssueListQuery) => listAddress(paths.issues(place), issueListQueryToUrl(next));
  return (
    <ItemList
      heading="Issues"
      query={query}
      crumbs={
        <>
          <Breadcrumbs groupPath={groupPath} {...(kind === 'project' && { projectPath: fullPath })} />
          <PlaceNav kind={kind} fullPath={fullPath} />
        </>
      }
      actions={kind === 'project' && <NewIssueLink projectPath={fullPath} />}
      list={list}
      current={current}
      sorts={ISSUE_SORTS}
      href={href}
      filters={<AssignedFilter query={query} onShow={(next) => void navigate(href(next))} />}
      onRetry={() => dispatch(issueList.actions.retried())}
      rows={list.rows.map((row) => issueLine(row, query, href, clock.today()))}
      within={fullPath}
    />
  );
}
