import { Link } from 'react-router-dom';
import type { Project } from '@espalier/core/group';
import { paths } from '../frame/route.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './lists.module.css';
import { PlaceFacts } from './place-facts.tsx';

/** `Kubernetes / SIG Node / `: what stands before the project's own name. */
const above = ({ name, nameWithNamespace }: Project): string =>
  nameWithNamespace.endsWith(name) ? nameWithNamespace.slice(0, -name.length) : '';

/** Projects, each with the way to its issues. */
export function ProjectList({ projects }: { readonly projects: readonly Project[] }) {
  if (projects.length === 0) return <p className={styles.nothing}>No projects</p>;
  return (
    <ul className={styles.list}>
      {projects.map((project) => (
        <li key={project.id} className={styles.row}>
          <Icon name="project" className={styles.kind} />
          <Link className={styles.link} to={paths.issues({ kind: 'project', fullPath: project.fullPath })}>
            <span className={styles.above}>{above(project)}</span>
            <span>{project.name}</span>
          </Link>
          <PlaceFacts id={project.id} />
        </li>
      ))}
    </ul>
  );
}
