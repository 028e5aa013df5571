import { useEffect, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { EPIC_SORTS, epicActions, epicListQueryFromUrl, selectEpicList } from '@espalier/core/epic';
import { useMayCreateEpic } from '../access/use-may-create-epic.ts';
import { Missing } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { paths } from '../frame/route.ts';
import { Breadcrumbs } from '../group/breadcrumbs.tsx';
import { usePorts } from '../ports/context.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { buttonClass } from '../ui/button.tsx';
import { ItemList } from '../work-item/list/item-list.tsx';
import { epicLine } from './epic-line.ts';
import { listHref } from './list-href.ts';

/** The epics of a group and of its subgroups. The address is the view: search, state, order, labels and page. */
export function EpicListPage({ route: { groupPath } }: { readonly route: { readonly groupPath: string } }) {
  const dispatch = useAppDispatch();
  const [params] = useSearchParams();
  const query = useMemo(() => epicListQueryFromUrl(params), [params]);
  const list = useAppSelector(selectEpicList);
  const { clock } = usePorts();
  const mayCreate = useMayCreateEpic(groupPath);
  const current = list.groupPath === groupPath;
  usePageTitle(`Epics · ${current && list.group ? list.group.fullName : groupPath}`);

  useEffect(() => {
    dispatch(epicActions.epicListOpened({ groupPath, query }));
  }, [dispatch, groupPath, query]);

  if (current && list.status === 'missing') return <Missing />;
  return (
    <ItemList
      heading="Epics"
      query={query}
      crumbs={<Breadcrumbs groupPath={groupPath} />}
      actions={
        mayCreate === true && (
          <Link className={buttonClass('primary')} to={paths.newEpic(groupPath)}>
            New epic
          </Link>
        )
      }
      list={list}
      current={current}
      sorts={EPIC_SORTS}
      href={(next) => listHref(groupPath, next)}
      onRetry={() => dispatch(epicActions.epicListRetried())}
      rows={list.rows.map((row) => epicLine(row, groupPath, query, clock.today()))}
      within={groupPath}
    />
  );
}
