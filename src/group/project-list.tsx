import type { Project } from '@espalier/core/group';
import { Icon } from '../ui/icon.tsx';
import styles from './lists.module.css';

/** Projects have no page yet in this version, so they are named and not linked. */
export function ProjectList({ projects }: { readonly projects: readonly Project[] }) {
  if (projects.length === 0) return <p className={styles.nothing}>No projects</p>;
  return (
    <ul className={styles.list}>
      {projects.map((project) => (
        <li key={project.id} className={styles.row}>
          <Icon name="project" className={styles.kind} />
          <span>{project.nameWithNamespace}</span>
        </li>
      ))}
    </ul>
  );
}
