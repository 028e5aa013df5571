import { useId, useState } from 'react';
import { NOTE_TEXTS, noteActions, selectDiff, selectRestoring } from '@espalier/core/note';
import type { NoteModel } from '@espalier/core/note';
import { isTextOpen, selectMayEditText } from '@espalier/core/text';
import { useAppDispatch, useAppSelector, usePlace } from '../store.ts';
import { useWithForm } from '../text/text-place.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import styles from './note-version.module.css';

interface NoteVersionProps {
  readonly itemId: string;
  readonly note: Pick<NoteModel, 'id'>;
  readonly version: NonNullable<NoteModel['version']>;
}

/** IE-07.60: what a version of a description changed, and what can be done with it. */
export function NoteVersion({ itemId, note: { id }, version }: NoteVersionProps) {
  const dispatch = useAppDispatch();
  const diff = useAppSelector((state) => selectDiff(state, id));
  const diffId = useId();
  const shown = diff?.shown === true;
  return (
    <>
      <div className={styles.actions}>
        <Button
          size="small"
          look="quiet"
          icon={shown ? 'chevron-down' : 'chevron-right'}
          aria-expanded={shown}
          aria-controls={diffId}
          onClick={() => dispatch(noteActions.compared({ id, shown: !shown }))}
        >
          {NOTE_TEXTS.compare}
        </Button>
        <Restore itemId={itemId} id={id} />
        {version.deletePath !== null && <DeleteVersion itemId={itemId} id={id} />}
      </div>
      <div id={diffId} hidden={!shown}>
        {diff?.status === 'loading' && <SkeletonRows rows={2} label="Loading the changes" />}
        {diff?.status === 'ready' && <Diff html={diff.html} />}
        {diff?.status === 'failed' && (
          <p className={styles.failure} role="alert">
            {NOTE_TEXTS.diffFailed}{' '}
            <Button size="small" icon="retry" onClick={() => dispatch(noteActions.compared({ id, shown: true }))}>
              Try again
            </Button>
          </p>
        )}
      </div>
    </>
  );
}

/** What the server made of two texts: it escapes them, and adds nothing but spans with classes. */
const Diff = ({ html }: { readonly html: string }) => (
  <div className={styles.diff} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
);

interface OfVersion {
  readonly itemId: string;
  readonly id: string;
}

/** IE-07.65 */
function Restore({ itemId, id }: OfVersion) {
  const dispatch = useAppDispatch();
  const place = usePlace() ?? 'page';
  const [withForm, waiting, failure] = useWithForm();
  const restoring = useAppSelector((state) => selectRestoring(state, id));
  const offered = useAppSelector((state) => selectMayEditText(state, place) && !isTextOpen(state, itemId));
  const restore = () => withForm(() => dispatch(noteActions.restoreAsked({ itemId, id })));
  if (!offered) return null;
  return (
    <>
      <Button size="small" look="quiet" loading={waiting || restoring} onClick={restore}>
        {NOTE_TEXTS.restore}
      </Button>
      {failure}
    </>
  );
}

/** IE-07.63 */
function DeleteVersion({ itemId, id }: OfVersion) {
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState(false);
  const stop = () => setAsking(false);
  return (
    <>
      <Button size="small" look="quiet" icon="remove" onClick={() => setAsking(true)}>
        {NOTE_TEXTS.deleteVersion}
      </Button>
      {asking && (
        <Dialog
          title={NOTE_TEXTS.deleteVersion}
          kind="alertdialog"
          onClose={stop}
          actions={
            <>
              <Button autoFocus onClick={stop}>
                Cancel
              </Button>
              <Button look="danger" onClick={() => dispatch(noteActions.versionDeleted({ itemId, id }))}>
                {NOTE_TEXTS.deleteVersion}
              </Button>
            </>
          }
        >
          <p>{NOTE_TEXTS.versionDeletion}</p>
        </Dialog>
      )}
    </>
  );
}
