import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  ISSUE_SORTS,
  issueListActions,
  issueListQueryFromUrl,
  issueListQueryToUrl,
  samePlace,
  selectIssueList,
} from '@espalier/core/work-item';
import type { IssueListQuery } from '@espalier/core/work-item';
import { Missing } from '../../frame/missing.tsx';
import { usePageTitle } from '../../frame/page-title.ts';
import type { IssueListRoute } from '../../frame/route.ts';
import { paths } from '../../frame/route.ts';
import { Breadcrumbs } from '../../group/breadcrumbs.tsx';
import { usePorts } from '../../ports/context.ts';
import { useAppDispatch, useAppSelector } from '../../store.ts';
import { listAddress } from './address.ts';
import { issueLine } from './issue-line.ts';
import { ItemList } from './item-list.tsx';

/** The issues of a project, or of a group and its subgroups, to be read. The address is the view. */
export function IssueListPage({ route: { kind, fullPath, groupPath } }: { readonly route: IssueListRoute }) {
  const dispatch = useAppDispatch();
  const [params] = useSearchParams();
  const query = useMemo(() => issueListQueryFromUrl(params), [params]);
  const place = useMemo(() => ({ kind, fullPath }), [kind, fullPath]);
  const list = useAppSelector(selectIssueList);
  const { clock } = usePorts();
  const current = samePlace(list.place, place);
  usePageTitle(`Issues · ${current && list.fullName !== null ? list.fullName : fullPath}`);

  useEffect(() => {
    dispatch(issueListActions.opened({ place, query }));
  }, [dispatch, place, query]);

  if (current && list.status === 'missing') return <Missing />;
  const href = (next: IssueListQuery) => listAddress(paths.issues(place), issueListQueryToUrl(next));
  return (
    <ItemList
      heading="Issues"
      query={query}
      crumbs={<Breadcrumbs groupPath={groupPath} {...(kind === 'project' && { projectPath: fullPath })} />}
      list={list}
      current={current}
      sorts={ISSUE_SORTS}
      href={href}
      onRetry={() => dispatch(issueListActions.retried())}
      rows={list.rows.map((row) => issueLine(row, query, href, clock.today()))}
      within={fullPath}
    />
  );
}
