import type { RoadmapEmpty, RoadmapView } from '@espalier/core/roadmap';
import { useMayCreateEpic } from '../access/use-may-create-epic.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Link } from '../ui/link.tsx';

interface RoadmapEmptyStateProps {
  readonly groupPath: string;
  readonly empty: RoadmapEmpty;
  readonly onChange: (view: RoadmapView) => void;
}

/** RM-15: no epic has a bar, and what can be done about it. */
export function RoadmapEmptyState({ groupPath, empty, onChange }: RoadmapEmptyStateProps) {
  const mayCreate = useMayCreateEpic(groupPath);
  const { title, hint, help, newEpicPath, listEpicsPath, wider } = empty;
  const [before, after] = help === null ? [hint] : hint.split(help.text);
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
          {wider.map(({ label, view }) => (
            <Button key={label} onClick={() => onChange(view)}>
              {label}
            </Button>
          ))}
        </>
      }
    >
      {before}
      {help !== null && (
        <>
          <Link to={help.path}>{help.text}</Link>
          {after}
        </>
      )}
    </EmptyState>
  );
}
