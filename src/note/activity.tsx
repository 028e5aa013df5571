import { Fragment, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { signInFrom } from '@espalier/core/frame';
import { NOTE_FILTERS, NOTE_TEXTS, noteActions, noteSaga, selectActivity } from '@espalier/core/note';
import type { NotesFilter, NoteSubject } from '@espalier/core/note';
import { noticeActions } from '@espalier/core/notice';
import { LoadFailure } from '../frame/missing.tsx';
import { Notices } from '../notice/notices.tsx';
import { useAppDispatch, useAppSelector, usePlace, useWatch } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/field.tsx';
import { Link } from '../ui/link.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import { DiscussionRow } from './discussion-row.tsx';
import { NoteForm } from './note-form.tsx';
import { Unread } from './unread.tsx';
import styles from './activity.module.css';

const FILTERS = Object.entries(NOTE_FILTERS).map(([value, label]) => ({ value: value as NotesFilter, label }));
const ORDERS = [
  { value: 'asc', label: 'Oldest first' },
  { value: 'desc', label: 'Newest first' },
] as const;

/** The activity of an item: what happened to it, what people say about it, and a form to say more. */
export function Activity({ id, epic }: NoteSubject) {
  const watch = useWatch();
  const dispatch = useAppDispatch();
  const place = usePlace() ?? 'page';
  const titleId = useId();
  const { fullPath, iid } = epic ?? { fullPath: null, iid: '' };
  useEffect(() => {
    watch('note', noteSaga);
    dispatch(noteActions.opened({ id, epic: fullPath === null ? null : { fullPath, iid } }));
    return () => {
      dispatch(noteActions.closed());
      dispatch(noticeActions.scopeCleared({ scope: 'notes' }));
    };
  }, [watch, dispatch, id, fullPath, iid]);
  const shown = useAppSelector((state) => selectActivity(state, place));
  const section = useAddressed(shown);
  const isTold = useTold(shown);
  return (
    <section ref={section} className={styles.section} aria-labelledby={titleId}>
      <div className={styles.bar}>
        <h2 className={styles.heading} id={titleId}>
          {NOTE_TEXTS.heading}
        </h2>
        <div className={styles.choices}>
          <Select
            label="Show activity"
            value={shown.filter}
            options={FILTERS}
            onChange={(filter) => dispatch(noteActions.filterChosen({ filter }))}
          />
          <Select
            label="Order of activity"
            value={shown.newestFirst ? 'desc' : 'asc'}
            options={ORDERS}
            onChange={(order) => dispatch(noteActions.sortChosen({ newestFirst: order === 'desc' }))}
          />
        </div>
      </div>
      <Notices scope="notes" />
      <p className="visually-hidden" role="status">
        {isTold && NOTE_TEXTS.unread}
      </p>
      {shown.newestFirst && <NewComment id={id} {...shown} />}
      {shown.status === 'failed' ? (
        <LoadFailure text={shown.error} onRetry={() => dispatch(noteActions.retried())} />
      ) : shown.status !== 'ready' ? (
        <SkeletonRows rows={10} label="Loading the activity" />
      ) : (
        <ul className={styles.list}>
          {shown.discussions.map((discussion) => {
            const line = shown.unread?.at === discussion.id && (
              <li>
                <Unread {...shown.unread} />
              </li>
            );
            return (
              <Fragment key={discussion.id}>
                {shown.unread?.above === false && line}
                <DiscussionRow itemId={id} discussion={discussion} unread={shown.unread} />
                {shown.unread?.above === true && line}
              </Fragment>
            );
          })}
        </ul>
      )}
      {shown.status === 'ready' && shown.hasMore && (
        <Button size="small" loading={shown.loadingMore} onClick={() => dispatch(noteActions.moreAsked())}>
          Show more activity
        </Button>
      )}
      {shown.status === 'ready' && shown.error !== null && <p className={styles.failure}>{shown.error}</p>}
      {!shown.newestFirst && <NewComment id={id} {...shown} />}
    </section>
  );
}

interface NewCommentProps extends Pick<ReturnType<typeof selectActivity>, 'signedIn' | 'mayInternal'> {
  readonly id: string;
}

function NewComment({ id, signedIn, mayInternal }: NewCommentProps) {
  const location = useLocation();
  return signedIn ? (
    <NoteForm itemId={id} target={id} label="Add a comment" submit="Comment" mayInternal={mayInternal} />
  ) : (
    <p className={styles.signIn}>
      Please <Link to={signInFrom(location)}>sign in</Link> to reply.
    </p>
  );
}

/** WI-10.65: the note that the address names is scrolled to, once it is there. */
function useAddressed({ status, addressed }: Pick<ReturnType<typeof selectActivity>, 'status' | 'addressed'>) {
  const dispatch = useAppDispatch();
  const { hash } = useLocation();
  const section = useRef<HTMLElement>(null);
  const number = /^#note_(\d+)$/.exec(hash)?.[1];
  useEffect(() => {
    dispatch(noteActions.addressed({ number: number === undefined ? null : Number(number) }));
  }, [dispatch, number]);
  const reached = useRef<number | null>(null);
  useEffect(() => {
    if (status !== 'ready' || addressed === null) reached.current = null;
    else if (reached.current !== addressed) {
      // It may come with a later part of a long discussion.
      const note = section.current?.querySelector<HTMLElement>(`[data-note="note_${addressed}"]`);
      if (note) reached.current = addressed;
      note?.scrollIntoView({ block: 'center' });
      note?.focus({ preventScroll: true });
    }
  });
  return section;
}

/** WI-10.92: something new was there since the item is shown. Readings in another order, or of less, do not tell it again. */
function useTold({ itemId, status, unread }: Pick<ReturnType<typeof selectActivity>, 'itemId' | 'status' | 'unread'>) {
  const [told, setTold] = useState<string | null>(null);
  if (status === 'ready' && unread !== null && told !== itemId) setTold(itemId);
  return told !== null && told === itemId;
}
