import { useLazy } from '../ui/use-lazy.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import styles from './roadmap-panel.module.css';

const loadRoadmap = () => import('../roadmap/roadmap.tsx');

/** TR-03: the roadmap is a piece of code of its own, loaded when its tab is chosen. */
export function RoadmapPanel({ load = loadRoadmap }: { readonly load?: typeof loadRoadmap }) {
  const { module, failed, retry } = useLazy(load, true);
  if (failed) {
    const again = (
      <Button size="small" icon="retry" onClick={retry}>
        Try again
      </Button>
    );
    return (
      <div className={styles.panel}>
        <Alert tone="danger" actions={again}>
          Failed to load Roadmap
        </Alert>
      </div>
    );
  }
  return module === null ? (
    <SkeletonRows rows={5} label="Loading the roadmap" className={styles.panel} />
  ) : (
    <module.Roadmap />
  );
}
