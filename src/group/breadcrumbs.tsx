import { Link } from 'react-router-dom';
import { paths } from '../frame/route.ts';
import styles from './breadcrumbs.module.css';

interface Crumb {
  readonly to: string;
  readonly label: string;
}

/** A project, by its list of issues. */
export const projectCrumb = (projectPath: string): Crumb => ({
  to: paths.issues({ kind: 'project', fullPath: projectPath }),
  label: projectPath.slice(projectPath.lastIndexOf('/') + 1),
});

/** The way from the top group down. Groups that the viewer may not see are addresses like any other and show nothing. */
export function Breadcrumbs({
  groupPath,
  rest = [],
}: {
  readonly groupPath: string;
  readonly rest?: readonly Crumb[];
}) {
  const parts = groupPath.split('/');
  const crumbs: Crumb[] = parts.map((label, index) => ({
    label,
    to: paths.group(parts.slice(0, index + 1).join('/')),
  }));
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={styles.crumbs}>
        {[...crumbs, ...rest].map(({ to, label }) => (
          <li key={to} className={styles.crumb}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
