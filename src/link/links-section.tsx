import { useEffect, useId } from 'react';
import {
  LINK_TEXTS,
  linkActions,
  linkSaga,
  RELATED_ANCHOR,
  selectLinkForm,
  selectLinkSection,
  type LinkFormModel,
  type LinkSection,
  type LinkSubject,
} from '@espalier/core/link';
import { noticeActions } from '@espalier/core/notice';
import { useWatch, useAppDispatch, useAppSelector, usePlace } from '../store.ts';
import { LoadFailure } from '../frame/missing.tsx';
import { Notices } from '../notice/notices.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { InlineForm } from '../ui/inline-form.tsx';
import { ReferenceField } from '../work-item/reference-field.tsx';
import { LinkRows } from './link-rows.tsx';
import { Waiting } from './waiting.tsx';
import { selectLinkSubject, type LinkPage } from '@espalier/core';
import styles from './links-section.module.css';

/** What has linked items: the epic of the place, or the item with this id (default: the page's). */
export interface ItemWithLinks {
  readonly of: LinkPage;
  readonly id?: string;
}

/** The section of an item; nothing while that is not there. */
export function LinksOf({ of, id }: ItemWithLinks) {
  const place = usePlace();
  const subject = useAppSelector((state) => selectLinkSubject(state, of, id, place));
  return subject === null ? <Waiting /> : <LinksSection subject={subject} />;
}

/** RL-01: what an item is linked to, with the form that adds to it. */
function LinksSection({ subject }: { readonly subject: LinkSubject }) {
  const watch = useWatch();
  const dispatch = useAppDispatch();
  const over = usePlace();
  const titleId = useId();

  useEffect(() => {
    watch('link', linkSaga);
    dispatch(linkActions.opened({ subject }));
  }, [watch, dispatch, subject]);
  useEffect(
    () => () => {
      dispatch(linkActions.closed());
      dispatch(noticeActions.scopeCleared({ scope: 'links' }));
    },
    [dispatch, subject.id],
  );
  useEffect(() => {
    if (over !== undefined || window.location.hash !== `#${RELATED_ANCHOR}`) return;
    const place = document.getElementById(RELATED_ANCHOR);
    place?.scrollIntoView();
    place?.focus({ preventScroll: true });
  }, [over, subject.id]);

  const shown = useAppSelector((state) => selectLinkSection(state, over));
  const open = useAppSelector((state) => selectLinkForm(state, over));
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.bar}>
        <h2 className={styles.heading} id={titleId}>
          {LINK_TEXTS.heading}
          {shown !== null && shown.count !== null && <span className={styles.count}>{shown.count}</span>}
        </h2>
        {shown?.canRelate === true && (
          <Button
            size="small"
            aria-label="Add linked items"
            aria-expanded={open !== null}
            onClick={() => dispatch(open === null ? linkActions.formOpened() : linkActions.formClosed())}
          >
            Add
          </Button>
        )}
      </div>
      <div className={styles.panel}>
        <Notices scope="links" />
        {open !== null && <LinkForm form={open} />}
        <Body section={shown} />
      </div>
      <span className="visually-hidden" role="status">
        {shown?.announcement ?? ''}
      </span>
    </section>
  );
}

function Body({ section: shown }: { readonly section: LinkSection | null }) {
  const dispatch = useAppDispatch();
  if (shown === null) return <Waiting />;
  const { status, count, groups, mergeRequests, mergeRequestsFailed } = shown;
  if (status === 'failed' && count === null) {
    return <LoadFailure text={LINK_TEXTS.fetch} onRetry={() => dispatch(linkActions.retried())} />;
  }
  if (count === null) return <Waiting />;
  return (
    <>
      {count === 0 && mergeRequests.length === 0 && !mergeRequestsFailed && (
        <EmptyState compact icon="link" title={LINK_TEXTS.empty} />
      )}
      {groups.map(({ type, heading, rows }) => (
        <LinkRows key={type} heading={heading} rows={rows} />
      ))}
      {mergeRequests.length > 0 && <LinkRows heading={LINK_TEXTS.mergeRequests} rows={mergeRequests} />}
      {mergeRequestsFailed && (
        <p className={styles.failure}>
          {LINK_TEXTS.mergeRequestsFailed}{' '}
          <Button size="small" look="link" onClick={() => dispatch(linkActions.retried())}>
            Try again
          </Button>
        </p>
      )}
    </>
  );
}

const PLURAL = { epic: 'Epics', issue: 'Issues' } as const;

/** RL-01.3: the kind of link and the items; all of them are sent at once. */
function LinkForm({ form }: { readonly form: LinkFormModel }) {
  const { busy, canSubmit, kind, linkType, types, restored } = form;
  const dispatch = useAppDispatch();
  const titleId = useId();
  const group = useId();
  return (
    <InlineForm
      className={styles.form}
      labelledBy={titleId}
      submitLabel="Add"
      {...{ busy, canSubmit, restored }}
      onSubmit={() => dispatch(linkActions.submitted())}
      onClose={() => dispatch(linkActions.formClosed())}
    >
      <fieldset className={styles.types} disabled={busy}>
        <legend className={styles.legend} id={titleId}>
          The current {kind}
        </legend>
        {types.map(({ type, text }) => (
          <label key={type} className={styles.type}>
            <input
              type="radio"
              name={group}
              checked={linkType === type}
              onChange={() => dispatch(linkActions.typeChosen({ linkType: type }))}
            />
            {text}
          </label>
        ))}
      </fieldset>
      <ReferenceField
        label={`the following ${PLURAL[kind].toLowerCase()}`}
        tokensLabel="References to link"
        offersLabel={`${PLURAL[kind]} that can be linked`}
        field={form}
        actions={linkActions}
      />
    </InlineForm>
  );
}
