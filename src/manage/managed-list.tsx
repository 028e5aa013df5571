import { useCallback, useEffect, useRef, useState } from 'react';
import { selectCurrentUser } from '@espalier/core/access';
import {
  manageActions,
  selectIsOutside,
  selectManage,
  selectManagedList,
  selectManagedStatus,
  selectMayManage,
  selectOwnLevel,
} from '@espalier/core/manage';
import type { Draft, Entry, ManagedPage } from '@espalier/core/manage';
import { LoadFailure } from '../frame/missing.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { TextField } from '../ui/field.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import { ManagedForm } from './managed-form.tsx';
import type { NounView, RowAction } from './noun-view.ts';
import { useActions } from './use-actions.tsx';
import { useFocusAfter } from './use-focus-after.ts';
import styles from './managed-page.module.css';

interface ManagedProps {
  readonly page: ManagedPage;
  readonly view: NounView;
  /** The form that its address opens: of a new entry (`new`), or of the one with this number. */
  readonly form: string | null;
  /** Why the list could not be read; null: it could, or is not yet. */
  readonly failure: string | null;
}

/** A list, its form and what is asked (BD-05.20 to BD-05.25). */
export function ManagedList({ page, view, form: wanted, failure }: ManagedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const dispatch = useAppDispatch();
  const { entries, edited, form, saved } = useAppSelector(selectManage);
  const { status } = useAppSelector(selectManagedStatus);
  const may = useAppSelector(selectMayManage) === true;
  const { act, isAsking, end, refusal, question } = useActions(page, view);
  useFocusAfter(heading, saved, isAsking, end);
  /** What is read before its form opens. */
  const [read, setRead] = useState<Entry | null>(null);
  const { Extras, Reading } = view;
  const close = () => {
    dispatch(manageActions.formClosed());
    heading.current?.focus();
  };
  const open = (was: Entry | null) => {
    if (was !== null && Reading !== undefined) setRead(was);
    else dispatch(manageActions.formOpened({ was, before: was === null ? view.blank : view.draftOf(was) }));
  };
  const openRead = useCallback(
    (draft: Draft) => {
      setRead(null);
      dispatch(manageActions.formOpened({ was: read, before: draft }));
    },
    [dispatch, read],
  );
  useWantedForm(wanted, open);
  const rows = useKeptFocus<HTMLUListElement>(heading);
  const busy = edited !== null || read !== null || form.status === 'sending';
  const create = may &&
    (edited === null || view.modal === true) &&
    view.create !== undefined &&
    view.isClosed?.(entries) !== true && (
      <Button look="primary" disabled={busy} onClick={() => open(null)}>
        {view.create}
      </Button>
    );
  return (
    <>
      <div className={styles.top}>
        <h1 ref={heading} className={styles.title} tabIndex={-1}>
          {view.title}
        </h1>
        {create}
        <Outside page={page} view={view} />
      </div>
      {Extras !== undefined && <Extras page={page} disabled={busy || !may} />}
      {edited !== null ? (
        <ManagedForm page={page} view={view} edited={edited} onClose={close} />
      ) : read !== null && Reading !== undefined ? (
        <Reading page={page} entry={read} onRead={openRead} />
      ) : (
        refusal
      )}
      <Narrowing view={view} may={may} />
      {failure !== null ? (
        <LoadFailure text={failure} onRetry={() => dispatch(manageActions.retried())} />
      ) : entries.length > 0 ? (
        <ul className={styles.list} aria-label={view.title} {...rows}>
          {entries.map((entry) => (
            <Row key={entry.id} page={page} view={view} entry={entry} may={may} busy={busy} onEdit={open} onAct={act} />
          ))}
        </ul>
      ) : status === 'loading' ? (
        <SkeletonRows rows={3} label={`Loading the ${view.title.toLowerCase()}`} className={styles.row} />
      ) : (
        edited === null && <Nothing view={view} />
      )}
      <More />
      {question}
    </>
  );
}

/** AP-14.95: opens, once for an address, the form that it names, as soon as it is known what there is and whether it may be changed. */
function useWantedForm(wanted: string | null, open: (was: Entry | null) => void): void {
  const { entries, edited } = useAppSelector(selectManage);
  const { status } = useAppSelector(selectManagedStatus);
  const may = useAppSelector(selectMayManage) === true;
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (wanted === null) opened.current = null;
    if (wanted === null || opened.current === wanted || !may || status !== 'ready') return;
    opened.current = wanted;
    const entry = wanted === 'new' ? null : entries.find(({ id }) => id.endsWith(`/${wanted}`));
    if (entry !== undefined && edited === null) open(entry);
  });
}

/** BD-05.14: what somebody is offered who has no role here. */
function Outside({ page, view: { outside } }: { readonly page: ManagedPage; readonly view: NounView }) {
  const dispatch = useAppDispatch();
  const isOutside = useAppSelector(selectIsOutside);
  const { done, form } = useAppSelector(selectManage);
  if (outside === undefined || !isOutside) return null;
  if (done === outside.what) return <p role="status">{outside.done}</p>;
  return (
    <Button
      loading={form.status === 'sending'}
      onClick={() => dispatch(manageActions.submitted({ page, what: outside.what, id: null, draft: {} }))}
    >
      {outside.label}
    </Button>
  );
}

/** BD-05.21 */
function Narrowing({
  view: { title, filters, managed, unsearched },
  may,
}: {
  readonly view: NounView;
  readonly may: boolean;
}) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectManagedList);
  if (list === null || Object.keys(filters(list.kind)).length === 0) return null;
  return (
    <div className={styles.narrowing}>
      {unsearched?.includes(list.filter) !== true && (
        <TextField
          label={`Search ${title.toLowerCase()}`}
          hideLabel
          type="search"
          placeholder={`Search ${title.toLowerCase()}`}
          value={list.search}
          onChange={(search) => dispatch(manageActions.narrowed({ search }))}
        />
      )}
      <Segmented
        label={`Which ${title.toLowerCase()}`}
        options={Object.entries(filters(list.kind))
          .filter(([key]) => may || managed?.includes(key) !== true)
          .map(([key, label]) => ({ key, title: label }))}
        value={list.filter}
        onChange={(filter) => dispatch(manageActions.narrowed({ filter }))}
      />
    </div>
  );
}

function Nothing({ view: { none, title } }: { readonly view: NounView }) {
  const searched = useAppSelector((state) => (selectManagedList(state)?.search.trim() ?? '') !== '');
  return searched ? (
    <EmptyState compact icon="search" title={`No ${title.toLowerCase()} match the search`} />
  ) : none === undefined ? null : (
    <EmptyState compact icon={none.icon} title={none.title}>
      {none.text}
    </EmptyState>
  );
}

function More() {
  const dispatch = useAppDispatch();
  const { next, status, error, loadingMore } = useAppSelector(selectManagedStatus);
  if (next === null || status !== 'ready') return null;
  return (
    <>
      {error !== null && <Alert tone="danger">{error}</Alert>}
      <Button loading={loadingMore} onClick={() => dispatch(manageActions.moreAsked())}>
        Show more
      </Button>
    </>
  );
}

interface RowProps {
  readonly page: ManagedPage;
  readonly view: NounView;
  readonly entry: Entry;
  readonly may: boolean;
  /** A form is open, whose text would be lost, or something is being sent. */
  readonly busy: boolean;
  readonly onEdit: (entry: Entry) => void;
  readonly onAct: (entry: Entry, action: RowAction) => void;
}

function Row({ page, view, entry, may, busy, onEdit, onAct }: RowProps) {
  const viewerId = useAppSelector(selectCurrentUser)?.id ?? null;
  const list = useAppSelector(selectManagedList);
  // What is inherited is changed where it belongs, and this list does not tell which of them are.
  const here = list === null || list.filter !== view.inherited;
  const own = useAppSelector(selectOwnLevel);
  const mayThis = may && (view.levelOf?.(entry) ?? 0) <= own;
  const actions = here ? view.actions(entry, page, mayThis, viewerId) : [];
  const name = view.nameOf(entry);
  return (
    <li className={styles.row}>
      <div className={styles.entry}>{view.facts(entry, page)}</div>
      <div className={styles.actions}>
        {mayThis && here && view.isFixed?.(entry) !== true && (
          <Button size="small" disabled={busy} aria-label={`Edit ${name}`} onClick={() => onEdit(entry)}>
            Edit
          </Button>
        )}
        {actions.length > 0 && (
          <MenuButton
            label={`More actions for ${name}`}
            icon="ellipsis_v"
            iconOnly
            size="small"
            entries={actions.map(({ what, label, danger }) => ({
              key: what,
              label,
              disabled: busy,
              ...(danger === true && { danger }),
            }))}
            onChoose={(what) => {
              const action = actions.find((each) => each.what === what);
              if (action !== undefined) onAct(entry, action);
            }}
          />
        )}
      </div>
    </li>
  );
}
