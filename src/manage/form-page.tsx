import { useEffect, useRef } from 'react';
import {
  isEntryWritten,
  manageActions,
  selectManage,
  selectManagedList,
  selectManagedStatus,
  selectMayManage,
} from '@espalier/core/manage';
import type { ManagedPage } from '@espalier/core/manage';
import { LoadFailure } from '../frame/missing.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import { ManagedForm } from './managed-form.tsx';
import type { NounView } from './noun-view.ts';
import { useActions } from './use-actions.tsx';
import styles from './managed-page.module.css';

interface FormPageProps {
  readonly page: ManagedPage;
  readonly view: NounView;
  readonly only: 'new' | 'edit';
  readonly failure: string | null;
}

/** A page that is one form: of something new, or of the only thing there is (BD-05.26). */
export function FormPage({ page, view, only, failure }: FormPageProps) {
  const dispatch = useAppDispatch();
  const heading = useRef<HTMLHeadingElement>(null);
  const { entries, edited, form, saved, done } = useAppSelector(selectManage);
  const list = useAppSelector(selectManagedList);
  const { status } = useAppSelector(selectManagedStatus);
  const may = useAppSelector(selectMayManage);
  const { act, end, refusal, question } = useActions(page, view);
  const [entry = null] = entries;
  const isRead = list === null || (entry !== null && status === 'ready');
  useEffect(() => {
    if (may !== true || !isRead || form.status === 'sending') return;
    // What was read again takes the place of what nobody has changed.
    if (edited !== null && (only === 'new' || edited.was === entry || form.what !== null || isEntryWritten(edited)))
      return;
    const before = entry === null ? view.blank : view.draftOf(entry);
    dispatch(manageActions.formOpened({ was: only === 'edit' ? entry : null, before }));
  }, [dispatch, may, isRead, edited, form, entry, view, only]);
  const before = useRef(saved);
  useEffect(() => {
    if (before.current === saved) return;
    before.current = saved;
    end();
    heading.current?.focus();
  }, [saved, end]);

  if (may === false && view.readable !== true) {
    return (
      <EmptyState heading="h1" icon="lock" title="You cannot do this here">
        Ask an Owner for a role with this permission.
      </EmptyState>
    );
  }
  if (failure !== null) return <LoadFailure text={failure} onRetry={() => dispatch(manageActions.retried())} />;
  const reads = may === false;
  const actions = entry === null ? [] : view.actions(entry, page, may === true, null);
  return (
    <>
      <h1 ref={heading} className={styles.title} tabIndex={-1}>
        {view.title}
      </h1>
      <p role="status" className={styles.done}>
        {done !== null && edited !== null && !isEntryWritten(edited) && 'Changes saved'}
      </p>
      {entry !== null && view.facts(entry, page)}
      {reads && entry !== null ? null : edited === null ? (
        <SkeletonRows rows={4} label={`Loading: ${view.title.toLowerCase()}`} className={styles.row} />
      ) : (
        <ManagedForm page={page} view={view} edited={edited} onClose={() => dispatch(manageActions.formClosed())} />
      )}
      {refusal}
      {entry !== null && actions.length > 0 && (
        <section className={styles.others} aria-label="Other actions">
          {actions.map((each) => (
            <Button
              key={each.what}
              // What is typed would be lost with the form.
              disabled={form.status === 'sending' || (!reads && (edited === null || isEntryWritten(edited)))}
              look={each.danger === true ? 'danger' : 'plain'}
              onClick={() => act(entry, each)}
            >
              {each.label}
            </Button>
          ))}
        </section>
      )}
      {question}
    </>
  );
}
