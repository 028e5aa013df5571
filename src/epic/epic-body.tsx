import { selectEpic } from '@espalier/core/epic';
import { useAppSelector } from '../store.ts';
import { TimeAgo } from '../ui/time.tsx';
import { Markup } from '../ui/markup.tsx';
import layout from '../ui/detail-page.module.css';
import styles from './epic-page.module.css';

/** Title and description as the server rendered and sanitised them. */
export function EpicBody() {
  const epic = useAppSelector(selectEpic);
  if (epic === null) return null;
  return (
    <>
      <h1 className={layout.title} dir="auto">
        {epic.title}
      </h1>
      {epic.descriptionHtml !== '' && <Markup html={epic.descriptionHtml} />}
      {epic.editedBy !== null && (
        <p className={styles.edited}>
          Edited <TimeAgo at={epic.editedBy.at} /> by {epic.editedBy.name}
        </p>
      )}
    </>
  );
}
