import { selectAnnouncement } from '@espalier/core';
import { useAppSelector } from '../store.ts';

/** Says what happened to the tree to those who do not see it. The key makes the same words be read again. */
export function TreeAnnouncer() {
  const { id, text } = useAppSelector(selectAnnouncement);
  return (
    <div className="visually-hidden" role="log" aria-live="assertive" aria-relevant="additions">
      <span key={id}>{text}</span>
    </div>
  );
}
