import { Fragment } from 'react';
import { useLocation } from 'react-router-dom';
import { NOTE_TEXTS, noteActions, selectWritten } from '@espalier/core/note';
import type { DiscussionModel, NoteModel, UnreadLine } from '@espalier/core/note';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { TimeAgo } from '../ui/time.tsx';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import { NoteForm } from './note-form.tsx';
import { NoteRow } from './note-row.tsx';
import { Unread } from './unread.tsx';
import styles from './activity.module.css';

/** WI-10.95: of a discussion with so many notes, those behind the first few are drawn whole when they come near sight. */
const LONG = 100;
const WHOLE = 20;

interface DiscussionRowProps {
  readonly itemId: string;
  readonly discussion: DiscussionModel;
  readonly unread: UnreadLine | null;
}

/** A comment with what answers it, or a line of activity. */
export function DiscussionRow({ itemId, discussion, unread }: DiscussionRowProps) {
  const { id, notes, mayReply, mayResolve, resolved, folded, fold, more } = discussion;
  const dispatch = useAppDispatch();
  const { hash } = useLocation();
  const written = useAppSelector(selectWritten).split(' ');
  const frame = useKeptFocus<HTMLLIElement>();
  const [first, ...replies] = notes;
  if (first === undefined) return null;
  const rowOf = (note: NoteModel) => ({
    itemId,
    note,
    named: note.anchor !== null && hash === `#${note.anchor}`,
    open: written.includes(note.id),
  });
  return (
    <li className={styles.discussion} {...frame}>
      <NoteRow {...rowOf(first)} brief={folded && resolved !== null} />
      {resolved !== null && <Resolved {...resolved} />}
      {fold !== null && (
        <Button
          size="small"
          look="quiet"
          icon={folded ? 'chevron-right' : 'chevron-down'}
          aria-expanded={!folded}
          onClick={() => dispatch(noteActions.folded({ id, folded: !folded }))}
        >
          {fold}
        </Button>
      )}
      {!folded && (replies.length > 0 || mayReply) && (
        <div className={styles.replies}>
          {replies.map((note, at) => (
            <Fragment key={note.id}>
              {unread?.at === note.id && <Unread {...unread} />}
              <NoteRow {...rowOf(note)} far={notes.length >= LONG && at >= WHOLE} />
            </Fragment>
          ))}
          {more && (
            <Button size="small" onClick={() => dispatch(noteActions.folded({ id, folded: false }))}>
              Show more replies
            </Button>
          )}
          <div className={styles.thread}>
            {mayReply && (
              <NoteForm itemId={itemId} target={id} label="Reply" submit="Reply" internal={first.internal} folded />
            )}
            {mayResolve && (
              <Button
                size="small"
                look="quiet"
                icon="check-circle"
                onClick={() => dispatch(noteActions.resolveToggled({ itemId, id }))}
              >
                {resolved === null ? 'Resolve thread' : 'Unresolve thread'}
              </Button>
            )}
          </div>
        </div>
      )}
    </li>
  );
}

function Resolved({ by, at }: NonNullable<DiscussionModel['resolved']>) {
  return (
    <p className={styles.resolved}>
      Resolved by {by ?? NOTE_TEXTS.deletedAuthor} {at !== null && <TimeAgo at={at} />}
    </p>
  );
}
