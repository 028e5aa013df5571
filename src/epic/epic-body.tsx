import { selectEpic } from '@espalier/core/epic';
import { useAppSelector } from '../store.ts';
import { EditedBy } from '../ui/edited-by.tsx';
import { Markup } from '../ui/markup.tsx';
import layout from '../ui/detail-page.module.css';

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
      {epic.editedBy !== null && <EditedBy at={epic.editedBy.at} name={epic.editedBy.name} href={epic.editedBy.path} />}
    </>
  );
}
