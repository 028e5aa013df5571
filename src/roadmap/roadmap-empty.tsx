import { Link } from 'react-router-dom';
import type { RoadmapEmpty } from '@espalier/core/roadmap';
import { useMayCreateEpic } from '../access/use-may-create-epic.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** RM-15: no epic has a bar, and what can be done about it. */
export function RoadmapEmptyState({ groupPath, empty }: { readonly groupPath: string; readonly empty: RoadmapEmpty }) {
  const mayCreate = useMayCreateEpic(groupPath);
  const { title, hint, newEpicPath, listEpicsPath } = empty;
  return (
    <EmptyState
      icon="roadmap"
      heading="h2"
      title={title}
      actions={
        <>
          {newEpicPath !== null && mayCreate === true && (
            <Link className={buttonClass('primary')} to={newEpicPath}>
              New epic
            </Link>
          )}
          <Link className={buttonClass()} to={listEpicsPath}>
            View epics list
          </Link>
        </>
      }
    >
      {hint}
    </EmptyState>
  );
}
