import { useMemo, useRef } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ListQuery, WorkItemState, WorkItemType } from '@espalier/core/work-item';
import type { ListFrame } from '@espalier/core/work-item/list';
import { columnsOf, confidentialTooltip, overName, rowIcon } from '@espalier/core/work-item';
import { hiddenRowTooltip, withSearch, withSort, withState } from '@espalier/core/work-item/list';
import { selectSignedIn } from '@espalier/core/access';
import { withOver } from '@espalier/core/frame';
import { isSelected, selectListSelects } from '@espalier/core/bulk';
import { BulkPlace, click, press } from '../../bulk/hands.ts';
import { SelectBox } from '../../bulk/select-box.tsx';
import { SelectToggle } from '../../bulk/select-toggle.tsx';
import { useAppSelector, useAppStore } from '../../store.ts';
import { LoadFailure } from '../../frame/missing.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { SkeletonRows, useOnItsWay } from '../../ui/progress.tsx';
import type { ItemFactsProps } from '../item-facts.tsx';
import { ItemLine, LINE_CLASSES, rowsOf, titleClass } from '../item-line.tsx';
import { ListLabels } from './list-labels.tsx';
import { ListSearch } from './list-search.tsx';
import styles from './item-list.module.css';

/** An item as a list shows it. */
export interface ListedItem {
  readonly id: string;
  readonly type: WorkItemType;
  readonly state: WorkItemState;
  readonly title: string;
  readonly reference: string;
  readonly webPath: string;
  readonly confidential: boolean;
  /** Its author is banned. */
  readonly hidden?: boolean;
  readonly facts: ItemFactsProps;
}

interface ListedItemsProps<S extends string> {
  /** `Epics`, `Issues`. */
  readonly heading: string;
  /** As the address says. */
  readonly query: ListQuery<S>;
  readonly list: ListFrame<S> & { readonly empty: { readonly title: string; readonly hint: string } | null };
  /** The list belongs to this address; else only its frame is shown. */
  readonly current: boolean;
  readonly sorts: readonly { readonly value: S; readonly label: string }[];
  readonly href: (query: ListQuery<S>) => string;
  readonly onRetry: () => void;
  readonly rows: readonly ListedItem[];
  /** Whose list it is: what all references begin with. */
  readonly within: string;
  /** More filters, beside the order. */
  readonly filters?: ReactNode;
}

interface ItemListProps<S extends string> extends ListedItemsProps<S> {
  readonly crumbs: ReactNode;
  readonly actions?: ReactNode;
}

/** A page that is a list. */
export function ItemList<S extends string>({ crumbs, actions, ...list }: ItemListProps<S>) {
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <div className={styles.top}>
        <div>
          {crumbs}
          <h1 ref={title} className={styles.title} tabIndex={-1}>
            {list.heading}
          </h1>
        </div>
        <div className={styles.actions}>{actions}</div>
      </div>
      <ListedItems {...list} title={title} />
    </>
  );
}

type UntitledProps<S extends string> = ListedItemsProps<S> & {
  /** Its heading, which gets the focus of what goes. */
  readonly title: RefObject<HTMLHeadingElement | null>;
};

/** A list whose address is its query: states with their counts, search, order, labels, pages. */
export function ListedItems<S extends string>(props: UntitledProps<S>) {
  const { heading, title, query, list, current, sorts, href, onRetry, rows, within, filters } = props;
  const navigate = useNavigate();
  const noun = heading.toLowerCase();
  const shown = current && (list.status === 'ready' || list.refreshing);
  useOnItsWay(list.refreshing);
  const show = (next: ListQuery<S>) => void navigate(href(next));

  return (
    <>
      <nav className={styles.states} aria-label="State">
        {list.tabs.map(({ value, label, count }) => (
          <Link
            key={value}
            className={styles.state}
            to={href(withState(query, value))}
            aria-current={value === query.state ? 'page' : undefined}
          >
            {label} <span className={styles.count}>{current && count !== null ? count : '…'}</span>
          </Link>
        ))}
      </nav>
      <div className={styles.tools}>
        <ListSearch label={heading} search={query.search} onSearch={(text) => show(withSearch(query, text))} />
        <Select label="Sort by" value={query.sort} options={sorts} onChange={(sort) => show(withSort(query, sort))} />
        {filters}
        <SelectToggle />
      </div>
      <ListLabels labels={current ? list.labels : []} onShow={show} after={title} />
      {current && list.status === 'failed' ? (
        <LoadFailure text={list.error} onRetry={onRetry} />
      ) : !shown ? (
        <SkeletonRows rows={12} label={`Loading ${noun}`} className={styles.skeleton} />
      ) : (
        <div aria-busy={list.refreshing} className={classes(list.refreshing && styles.refreshing)}>
          {list.empty === null ? (
            <Rows rows={rows} within={within} />
          ) : (
            <EmptyState title={list.empty.title}>{list.empty.hint}</EmptyState>
          )}
          <Pages previous={list.previous} next={list.next} href={href} />
        </div>
      )}
    </>
  );
}

const idsOf = (rows: readonly ListedItem[]) => rows.map(({ id }) => id);

const itemOf = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-item]')?.dataset['item'] ?? null) : null;

function Rows({ rows, within }: { readonly rows: readonly ListedItem[]; readonly within: string }) {
  const { className, ...columns } = rowsOf(columnsOf(rows.map(({ facts }) => facts)));
  const store = useAppStore();
  const signedIn = useAppSelector(selectSignedIn);
  const list = useRef<HTMLUListElement>(null);
  const focus = (id: string) =>
    [...(list.current?.children ?? [])]
      .find((row) => itemOf(row) === id)
      ?.querySelector<HTMLElement>('a')
      ?.focus();
  const pressKey = (event: KeyboardEvent) => {
    const id = itemOf(event.target);
    if (id !== null && !event.defaultPrevented) press(store, { event, shown: idsOf(rows), id, focus });
  };
  const select = (event: MouseEvent) => {
    const id = itemOf(event.target);
    if (id === null) return;
    click(store, { event, shown: idsOf(rows), id, active: itemOf(document.activeElement) ?? id });
  };
  return (
    <>
      <ul
        ref={list}
        className={classes(styles.list, className)}
        {...columns}
        // Before the links, which would lead away.
        onClickCapture={signedIn ? select : undefined}
        onKeyDown={signedIn ? pressKey : undefined}
      >
        {rows.map((row) => (
          <Row key={row.id} row={row} within={within} />
        ))}
      </ul>
      <BulkPlace shown={rows} idsOf={idsOf} />
    </>
  );
}

function Row({ row, within }: { readonly row: ListedItem; readonly within: string }) {
  const { id, type, state, title, reference, webPath, confidential, hidden, facts } = row;
  const selected = useAppSelector((root) => isSelected(root, id)) === true;
  const selecting = useAppSelector(selectListSelects);
  return (
    <li data-item={id} className={classes(styles.row, selected && styles.selected, LINE_CLASSES[state])}>
      {selecting && <SelectBox title={title} selected={selected} />}
      <ItemLine
        icon={rowIcon({ type, state, blocked: false })}
        reference={reference}
        within={within}
        sign={
          hidden === true && (
            <Icon name="spam" className={styles.hidden} label="Hidden" tooltip={hiddenRowTooltip(type)} />
          )
        }
        confidential={confidential ? confidentialTooltip(type) : null}
        title={
          <Link className={titleClass} to={webPath} data-over={overName(row) ?? undefined} dir="auto" data-tooltip="">
            {title}
          </Link>
        }
        facts={facts}
      />
    </li>
  );
}

interface PagesProps<S extends string> {
  readonly previous: ListQuery<S> | null;
  readonly next: ListQuery<S> | null;
  readonly href: (query: ListQuery<S>) => string;
}

function Pages<S extends string>({ previous, next, href }: PagesProps<S>) {
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

/** The query of a list as its address has it. WI-14.9: the same one while only the item over the page changes. */
export function useListQuery<Q>(read: (params: URLSearchParams) => Q): Q {
  const own = withOver(useLocation().search, null);
  return useMemo(() => read(new URLSearchParams(own)), [own, read]);
}

/** The address of a list. Brackets are written out, as they are in the links of labels elsewhere. */
export function listAddress(path: string, params: readonly [name: string, value: string][]): string {
  const text = new URLSearchParams(params.map(([name, value]) => [name, value]))
    .toString()
    .replaceAll('%5B%5D=', '[]=');
  return path + (text === '' ? '' : `?${text}`);
}
