import { useEffect, useMemo, useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import {
  EPIC_LIST_STATES,
  EPIC_SORTS,
  epicActions,
  epicListQueryFromUrl,
  selectEpicList,
  withSearch,
  withSort,
  withState,
} from '@espalier/core/epic';
import type { EpicListQuery } from '@espalier/core/epic';
import { selectSignedIn } from '@espalier/core/access';
import { LoadFailure } from '../frame/load-failure.tsx';
import { Missing } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { paths } from '../frame/route.ts';
import { Breadcrumbs } from '../group/breadcrumbs.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { buttonClass } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Select } from '../ui/field.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import styles from './epic-list.module.css';
import { EpicListRowView } from './epic-list-row.tsx';
import { listHref } from './list-href.ts';
import { ListLabels } from './list-labels.tsx';
import { ListSearch } from './list-search.tsx';

/** The epics of a group and of its subgroups. The address is the view: search, state, order, labels and page. */
export function EpicListPage({ route: { groupPath } }: { readonly route: { readonly groupPath: string } }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const query = useMemo(() => epicListQueryFromUrl(params), [params]);
  const list = useAppSelector(selectEpicList);
  const signedIn = useAppSelector(selectSignedIn);
  const heading = useRef<HTMLHeadingElement>(null);
  const current = list.groupPath === groupPath;
  usePageTitle(`Epics · ${current && list.group ? list.group.fullName : groupPath}`);

  useEffect(() => {
    dispatch(epicActions.epicListOpened({ groupPath, query }));
  }, [dispatch, groupPath, query]);

  if (current && list.status === 'missing') return <Missing />;
  const shown = current && (list.status === 'ready' || list.refreshing);
  const settled = shown && !list.refreshing;
  const href = (next: EpicListQuery) => listHref(groupPath, next);
  const show = (next: EpicListQuery, replace = false) => void navigate(href(next), { replace });

  return (
    <>
      <div className={styles.top}>
        <div>
          <Breadcrumbs groupPath={groupPath} />
          <h1 ref={heading} className={styles.title} tabIndex={-1}>
            Epics
          </h1>
        </div>
        {signedIn && (
          <Link className={buttonClass('primary')} to={paths.newEpic(groupPath)}>
            New epic
          </Link>
        )}
      </div>
      <nav className={styles.states} aria-label="State">
        {EPIC_LIST_STATES.map(({ value, label }) => (
          <Link
            key={value}
            className={styles.state}
            to={href(withState(query, value))}
            aria-current={value === query.state ? 'page' : undefined}
          >
            {label}
            {value === query.state && <span className={styles.count}>{settled ? list.count : '…'}</span>}
          </Link>
        ))}
      </nav>
      <div className={styles.tools}>
        <ListSearch search={query.search} onSearch={(text) => show(withSearch(query, text))} />
        <Select
          label="Sort by"
          value={query.sort}
          options={EPIC_SORTS}
          onChange={(sort) => show(withSort(query, sort))}
        />
      </div>
      <ListLabels labels={current ? list.labels : []} onShow={show} after={heading} />
      {current && list.status === 'failed' ? (
        <LoadFailure text={list.error} onRetry={() => dispatch(epicActions.epicListRetried())} />
      ) : !shown ? (
        <SkeletonRows rows={12} label="Loading epics" className={styles.skeleton} />
      ) : (
        <div aria-busy={list.refreshing} className={classes(list.refreshing && styles.refreshing)}>
          {list.empty === null ? (
            <ul className={styles.list}>
              {list.rows.map((row) => (
                <EpicListRowView key={row.id} row={row} listPath={groupPath} query={query} />
              ))}
            </ul>
          ) : (
            <EmptyState title={list.empty.title}>{list.empty.hint}</EmptyState>
          )}
          <Pages previous={list.previous} next={list.next} href={href} />
        </div>
      )}
    </>
  );
}

interface PagesProps {
  readonly previous: EpicListQuery | null;
  readonly next: EpicListQuery | null;
  readonly href: (query: EpicListQuery) => string;
}

function Pages({ previous, next, href }: PagesProps) {
  if (previous === null && next === null) return null;
  return (
    <nav className={styles.pages} aria-label="Pages">
      {previous !== null && (
        <Link className={buttonClass()} to={href(previous)} rel="prev">
          Previous
        </Link>
      )}
      {next !== null && (
        <Link className={buttonClass()} to={href(next)} rel="next">
          Next
        </Link>
      )}
    </nav>
  );
}
