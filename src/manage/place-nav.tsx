import { useEffect } from 'react';
import { accessActions, selectMayIn } from '@espalier/core/access';
import type { ManagedRoute } from '@espalier/core/frame';
import { managedPath, type PlaceNoun } from '@espalier/core/manage';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Link } from '../ui/link.tsx';
import styles from './place-nav.module.css';

interface PlaceNavProps extends Pick<ManagedRoute, 'kind' | 'fullPath' | 'groupPath'> {
  /** The page on which it stands; absent: it is none of these. */
  readonly current?: PlaceNoun;
}

/** Leads to the pages on which a group or project is managed (BD-05.20, IE-08.33). */
export function PlaceNav({ kind, fullPath, groupPath, current }: PlaceNavProps) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(accessActions.groupEntered({ groupPath }));
  }, [dispatch, groupPath]);
  const managesTemplates = useAppSelector((state) => selectMayIn(state, groupPath, 'adminTemplate')) === true;
  const manages =
    useAppSelector((state) => selectMayIn(state, groupPath, kind === 'group' ? 'adminGroup' : 'adminProject')) === true;
  const to = (noun: PlaceNoun) => managedPath({ kind, fullPath, noun });
  const pages = [
    ['milestones', 'Milestones', to('milestones')],
    ['labels', 'Labels', to('labels')],
    ['members', 'Members', to('members')],
    ['templates', 'Templates', managesTemplates ? to('templates') : null],
    ['settings', 'Settings', manages ? to('settings') : null],
  ] as const;
  return (
    <nav aria-label={kind === 'group' ? 'Group' : 'Project'} className={styles.nav}>
      {pages.map(
        ([page, title, address]) =>
          address !== null && (
            <Link key={page} className={styles.link} to={address} aria-current={page === current ? 'page' : undefined}>
              {title}
            </Link>
          ),
      )}
    </nav>
  );
}

/** Leads those who may to the forms of what a group can hold (BD-05.12). */
export function NewPlaceLinks({ groupPath }: { readonly groupPath: string }) {
  const mayNest = useAppSelector((state) => selectMayIn(state, groupPath, 'createSubgroup')) === true;
  const mayCreate = useAppSelector((state) => selectMayIn(state, groupPath, 'createProject')) === true;
  const to = (noun: PlaceNoun) => managedPath({ kind: 'group', fullPath: groupPath, noun });
  return (
    <div className={styles.nav}>
      {mayNest && (
        <Link className={styles.link} to={to('newGroup')}>
          New subgroup
        </Link>
      )}
      {mayCreate && (
        <Link className={styles.link} to={to('newProject')}>
          New project
        </Link>
      )}
    </div>
  );
}
