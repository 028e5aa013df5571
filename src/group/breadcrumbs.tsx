import { Link } from 'react-router-dom';
import { paths } from '../frame/route.ts';
import styles from './breadcrumbs.module.css';

interface Crumb {
  readonly to: string;
  readonly label: string;
}

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
