import { Fragment, memo, useState } from 'react';
import { selectPlaceName } from '@espalier/core/frame';
import { paths } from '@espalier/core/frame';
import { useAppSelector } from '../store.ts';
import { classes } from '../ui/classes.ts';
import { Link } from '../ui/link.tsx';
import styles from './breadcrumbs.module.css';

interface BreadcrumbsProps {
  readonly groupPath: string;
  /** The project of the page, by its list of issues. */
  readonly projectPath?: string;
  /** The list of the group that the page belongs to. */
  readonly epics?: boolean;
}

/** Where there is little room the first and the last two remain; the others are one tap away. */
const KEPT = 3;

/** The path from the top group down, by names. Groups that the viewer may not see are ordinary addresses and reveal nothing. */
export const Breadcrumbs = memo(function Breadcrumbs({ groupPath, projectPath, epics = false }: BreadcrumbsProps) {
  const parts = groupPath.split('/');
  const groups = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  const crumbs = [
    ...groups.map((path) => <PlaceLink key={path} to={paths.group(path)} path={path} />),
    projectPath !== undefined && (
      <PlaceLink key={projectPath} to={paths.issues({ kind: 'project', fullPath: projectPath })} path={projectPath} />
    ),
    epics && (
      <Link key="" to={paths.epics(groupPath)}>
        Epics
      </Link>
    ),
  ].filter((crumb) => crumb !== false);
  const [opened, setOpened] = useState('');
  const folds = crumbs.length > KEPT && opened !== groupPath;

  const fold = (
    <li className={classes(styles.crumb, styles.fold)}>
      <button
        type="button"
        className={styles.unfold}
        aria-label="Show the whole path"
        onClick={() => setOpened(groupPath)}
      >
        …
      </button>
    </li>
  );

  return (
    <nav aria-label="Breadcrumbs">
      <ol className={classes(styles.crumbs, opened === groupPath && styles.all)}>
        {crumbs.map((crumb, at) => (
          <Fragment key={crumb.key}>
            {folds && at === 1 && fold}
            <li className={classes(styles.crumb, folds && at > 0 && at <= crumbs.length - KEPT && styles.middle)}>
              {crumb}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
});

function PlaceLink({ to, path }: { readonly to: string; readonly path: string }) {
  const name = useAppSelector((state) => selectPlaceName(state, path));
  return (
    <Link to={to} className={classes(name === null && styles.unnamed)} data-tooltip="">
      {name ?? path.slice(path.lastIndexOf('/') + 1)}
    </Link>
  );
}
