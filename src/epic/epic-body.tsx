import { selectEpic } from '@espalier/core/epic';
import { useAppSelector } from '../store.ts';
import { EditedBy } from '../ui/edited-by.tsx';
import { Markup } from '../ui/markup.tsx';

/** The description as the server rendered and sanitised it. */
export function EpicBody() {
  const epic = useAppSelector(selectEpic);
  if (epic === null) return null;
  return (
    <>
      {epic.descriptionHtml !== '' && <Markup html={epic.descriptionHtml} />}
      {epic.editedBy !== null && <EditedBy at={epic.editedBy.at} name={epic.editedBy.name} href={epic.editedBy.path} />}
    </>
  );
}
