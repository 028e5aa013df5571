import { useEffect, useMemo } from 'react';
import { epicList } from '@espalier/core/epic';
import {
  EPIC_SORTS,
  epicListQueryFromUrl,
  epicListSaga,
  selectEpicList,
  listedCounts,
  epicListQueryToUrl,
} from '@espalier/core/epic/list';
import { paths } from '@espalier/core/frame';
import { formatDay, formatDayRange } from '@espalier/core/calendar';
import type { EpicListQuery } from '@espalier/core/epic';
import type { ListRow } from '@espalier/core/work-item/list';
import { isOverdue, samePlace, rowProgress, rowTime, stateText } from '@espalier/core/work-item';
import { withLabelTitle } from '@espalier/core/work-item/list';
import { useMayCreateEpic } from '../access/use-may-create-epic.ts';
import { Missing } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { Breadcrumbs } from '../group/breadcrumbs.tsx';
import { usePorts } from '../ports/context.ts';
import { useAppDispatch, useAppSelector, useWatch } from '../store.ts';
import { buttonClass } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { ItemList, listAddress, useListQuery } from '../work-item/list/item-list.tsx';
import type { ListedItem } from '../work-item/list/item-list.tsx';

/** The epics of a group and of its subgroups. The address is the view: search, state, order, labels and page. */
export function EpicListPage({ route: { groupPath } }: { readonly route: { readonly groupPath: string } }) {
  const dispatch = useAppDispatch();
  const watch = useWatch();
  const query = useListQuery(epicListQueryFromUrl);
  const list = useAppSelector(selectEpicList);
  const { clock } = usePorts();
  const mayCreate = useMayCreateEpic(groupPath);
  const place = useMemo(() => ({ kind: 'group' as const, fullPath: groupPath }), [groupPath]);
  const current = samePlace(list.place, place);
  usePageTitle(`Epics · ${current && list.fullName !== null ? list.fullName : groupPath}`);

  useEffect(() => {
    watch('epicList', epicListSaga);
    dispatch(epicList.actions.opened({ place, query }));
  }, [dispatch, watch, place, query]);

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
      onRetry={() => dispatch(epicList.actions.retried())}
      rows={list.rows.map((row) => epicLine(row, groupPath, query, clock.today()))}
      within={groupPath}
    />
  );
}

/** `listPath` and `query`: whose list this is; a label narrows it. `today`: the day by which a date is late. */
function epicLine(row: ListRow, listPath: string, query: EpicListQuery, today: string): ListedItem {
  const { updatedAt, startDate, dueDate, descendantCounts: counts } = row;
  return {
    ...row,
    facts: {
      labels: row.labels.map((label) => ({ ...label, href: listHref(listPath, withLabelTitle(query, label.title)) })),
      counts: listedCounts(row),
      progress: rowProgress(counts),
      due:
        dueDate === null
          ? null
          : { text: formatDay(dueDate), label: formatDayRange(startDate, dueDate), late: isOverdue(row, row, today) },
      updated: rowTime(updatedAt, stateText(row), row.author?.name),
    },
  };
}

/** The address of a list of epics. */
const listHref = (groupPath: string, query: EpicListQuery): string =>
  listAddress(paths.epics(groupPath), epicListQueryToUrl(query));
