import { memo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { NOTE_TEXTS, noteActions } from '@espalier/core/note';
import type { NoteModel } from '@espalier/core/note';
import { useAppDispatch } from '../store.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { EditedBy } from '../ui/detail-page.tsx';
import { Markup } from '../ui/markup.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { TimeAgo } from '../ui/time.tsx';
import { ReactionBar } from '../work-item/reactions.tsx';
import { useFocusBack } from './use-focus-back.ts';
import { NoteForm } from './note-form.tsx';
import { NoteText } from './note-text.tsx';
import { NoteVersion } from './note-version.tsx';
import { useNear } from './use-near.ts';
import './note-icons.css';
import styles from './activity.module.css';

interface NoteRowProps {
  readonly itemId: string;
  readonly note: NoteModel;
  /** Only its first line is shown. */
  readonly brief?: boolean;
  /** The address names it. */
  readonly named: boolean;
  /** It is being edited. */
  readonly open: boolean;
  /** WI-10.95: it may be far from sight. */
  readonly far?: boolean;
}

/** A comment, or a line of activity. Long discussions have many: each is drawn again only where it has changed, and subscribes to nothing while it is far. */
export const NoteRow = memo(function NoteRow({ itemId, note, brief = false, named, open, far = false }: NoteRowProps) {
  const { id, anchor, author, system, icon, internal, bodyHtml, body, editedAt, editedBy, reactions } = note;
  const row = useRef<HTMLElement>(null);
  const pencil = useFocusBack(open);
  const wasNear = useNear(row, far);
  const isWhole = wasNear || named || open || anchor === null;
  const name = author?.name ?? NOTE_TEXTS.deletedAuthor;
  const text = brief ? (
    <p className={styles.brief}>{body.trim()}</p>
  ) : bodyHtml === null ? (
    <p className={styles.plain}>{body}</p>
  ) : note.hasLongList ? (
    <CommitList html={bodyHtml} />
  ) : (
    <NoteText itemId={itemId} note={note} html={bodyHtml} />
  );
  return (
    <article
      ref={row}
      className={classes(
        styles.note,
        system && styles.system,
        named && styles.named,
        !isWhole && styles.far,
        !isWhole && reactions !== null && styles.unreacted,
      )}
      aria-label={`${system ? 'Activity' : 'Comment'} of ${name}`}
      data-note={anchor ?? undefined}
      tabIndex={-1}
    >
      {system ? <Icon name={icon ?? 'information-o'} /> : <Avatar name={name} src={author?.avatarUrl ?? null} />}
      <div className={styles.content}>
        <header className={styles.head}>
          {author === null ? (
            <span className={styles.author}>{name}</span>
          ) : (
            <a className={styles.author} href={author.webUrl}>
              {name}
            </a>
          )}
          {isWhole &&
            note.badges.map((badge) => (
              <span key={badge.text} className={styles.badge} data-tooltip={badge.tooltip}>
                {badge.text}
              </span>
            ))}
          {system && <div className={styles.line}>{text}</div>}
          {isWhole && <When note={note} />}
          {internal && (
            <span className={styles.internal} data-tooltip={NOTE_TEXTS.internal} tabIndex={0}>
              <Icon name="lock" /> Internal note
            </span>
          )}
          {isWhole && note.canAdmin && !open && <NoteActions itemId={itemId} note={note} name={name} pencil={pencil} />}
        </header>
        {!system &&
          (open ? (
            <NoteForm
              itemId={itemId}
              target={id}
              label="Edit the comment"
              submit="Save comment"
              internal={internal}
              edits={body}
            />
          ) : (
            text
          ))}
        {isWhole && !brief && reactions !== null && <NoteReactions itemId={itemId} id={id} shown={reactions} />}
        {isWhole && note.version !== null && <NoteVersion itemId={itemId} note={note} version={note.version} />}
        {isWhole && editedAt !== null && <EditedBy at={editedAt} name={editedBy?.name ?? null} />}
      </div>
    </article>
  );
});

interface NoteReactionsProps extends Pick<NoteRowProps, 'itemId'> {
  readonly id: string;
  readonly shown: NonNullable<NoteModel['reactions']>;
}

function NoteReactions({ itemId, id, shown }: NoteReactionsProps) {
  const dispatch = useAppDispatch();
  const toggle = (emoji: string) => dispatch(noteActions.reactionToggled({ itemId, id, emoji }));
  return <ReactionBar shown={shown} onToggle={toggle} />;
}

/** WI-10.93 */
function CommitList({ html }: { readonly html: string }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <div className={shown ? undefined : styles.commits}>
        <Markup html={html} />
      </div>
      <Button
        size="small"
        look="quiet"
        icon={shown ? 'chevron-down' : 'chevron-right'}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {NOTE_TEXTS.commits}
      </Button>
    </>
  );
}

/** WI-10.65: the time leads to the note. */
function When({ note: { anchor, createdAt } }: Pick<NoteRowProps, 'note'>) {
  const { pathname, search } = useLocation();
  if (createdAt === null || anchor === null) return <span className={styles.when}>Sending…</span>;
  return (
    <Link className={styles.when} to={`${pathname}${search}#${anchor}`}>
      <TimeAgo at={createdAt} />
    </Link>
  );
}

interface NoteActionsProps extends Pick<NoteRowProps, 'itemId' | 'note'> {
  readonly name: string;
  readonly pencil: RefObject<HTMLButtonElement | null>;
}

function NoteActions({ itemId, note: { id, body, internal }, name, pencil }: NoteActionsProps) {
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState(false);
  const ask = () => setAsking(true);
  const stop = () => setAsking(false);
  return (
    <span className={styles.buttons}>
      <IconButton
        ref={pencil}
        size="small"
        icon="pencil"
        label={`Edit the comment of ${name}`}
        onClick={() => dispatch(noteActions.typed({ itemId, target: id, body, internal }))}
      />
      <IconButton size="small" icon="remove" label={`Delete the comment of ${name}`} onClick={ask} />
      {asking && (
        <Dialog
          title="Delete comment"
          kind="alertdialog"
          onClose={stop}
          actions={
            <>
              <Button autoFocus onClick={stop}>
                Cancel
              </Button>
              <Button look="danger" onClick={() => dispatch(noteActions.deleted({ itemId, id }))}>
                Delete comment
              </Button>
            </>
          }
        >
          <p>{NOTE_TEXTS.deletion}</p>
        </Dialog>
      )}
    </span>
  );
}
