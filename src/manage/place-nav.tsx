import { useEffect } from 'react';
import { accessActions, selectMayManageTemplates } from '@espalier/core/access';
import { paths } from '@espalier/core/frame';
import type { ManagedRoute } from '@espalier/core/frame';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Link } from '../ui/link.tsx';
import styles from './place-nav.module.css';

interface PlaceNavProps extends Pick<ManagedRoute, 'kind' | 'fullPath' | 'groupPath'> {
  /** The page on which it stands, which is none of these: absent. */
  readonly current?: ManagedRoute['noun'] | 'templates';
}

/** Leads to the pages on which a group or project is managed (BD-05.20, IE-08.33). */
export function PlaceNav({ kind, fullPath, groupPath, current }: PlaceNavProps) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(accessActions.groupEntered({ groupPath }));
  }, [dispatch, groupPath]);
  const managesTemplates = useAppSelector((state) => selectMayManageTemplates(state, groupPath)) === true;
  const place = { kind, fullPath };
  const pages = [
    ['milestones', 'Milestones', paths.managed({ ...place, noun: 'milestones' })],
    ['labels', 'Labels', paths.managed({ ...place, noun: 'labels' })],
    ['members', 'Members', paths.managed({ ...place, noun: 'members' })],
    ...(managesTemplates || current === 'templates'
      ? [['templates', 'Templates', paths.templates(place)] as const]
      : []),
  ] as const;
  return (
    <nav aria-label={kind === 'group' ? 'Group' : 'Project'} className={styles.nav}>
      {pages.map(([page, title, to]) => (
        <Link key={page} className={styles.link} to={to} aria-current={page === current ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
