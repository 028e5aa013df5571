import { usePageTitle } from '../frame/page-title.ts';
import { Breadcrumbs } from '../group/breadcrumbs.tsx';
import { RoadmapScreen } from './roadmap-screen.tsx';
import styles from './roadmap.module.css';

/** A group's epics along time. The address is the view. */
export function RoadmapPage({ route: { groupPath } }: { readonly route: { readonly groupPath: string } }) {
  usePageTitle(`Roadmap · ${groupPath}`);
  const head = (
    <div className={styles.head}>
      <Breadcrumbs groupPath={groupPath} epics />
      <h1 className={styles.title} tabIndex={-1}>
        Roadmap
      </h1>
    </div>
  );
  return <RoadmapScreen key={groupPath} groupPath={groupPath} epicIid={null} head={head} />;
}
