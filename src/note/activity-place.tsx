import { memo, useRef } from 'react';
import type { NoteSubject } from '@espalier/core/note';
import { useIdle } from '../ports/idle.ts';
import { PartFailure } from '../ui/empty-state.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import layout from '../ui/detail-page.module.css';

const loadActivity = () => import('./activity.tsx');

/** Where the activity of an item stands (WI-10.60). Its code comes when the browser has nothing else to do. */
export const ActivityPlace = memo(function ActivityPlace(subject: NoteSubject) {
  const place = useRef<HTMLDivElement>(null);
  const idle = useIdle(place, true);
  const { module, failed, retry } = useLazy(loadActivity, idle);
  return (
    <div ref={place} className={layout.activity}>
      {failed ? (
        <PartFailure what="The activity" onRetry={retry} />
      ) : (
        module !== null && <module.Activity {...subject} />
      )}
    </div>
  );
});
