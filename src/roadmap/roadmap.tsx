import { EmptyState } from '../ui/empty-state.tsx';

/** The place of the roadmap, which is not part of this version. */
export function Roadmap() {
  return (
    <EmptyState icon="roadmap" title="The roadmap is not part of this version">
      The tree beside this tab shows the same epics.
    </EmptyState>
  );
}
