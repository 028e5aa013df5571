import { useEffect, useMemo } from 'react';
import type { ManagedRoute } from '@espalier/core/frame';
import { managedPath, manageActions, manageSaga, selectMayThere, topOf, type PlaceNoun } from '@espalier/core/manage';
import { useAppDispatch, useAppSelector, useWatch } from '../store.ts';
import { Link } from '../ui/link.tsx';
import { TrialPlace } from './trial-place.tsx';
import styles from './place-nav.module.css';

interface PlaceNavProps extends Pick<ManagedRoute, 'kind' | 'fullPath'> {
  /** The page on which it stands; absent: it is none of these. */
  readonly current?: PlaceNoun;
}

/** Leads to the pages on which a group or project is managed (BD-05.20, IE-08.33). */
export function PlaceNav({ kind, fullPath, current }: PlaceNavProps) {
  const dispatch = useAppDispatch();
  const watch = useWatch();
  const place = useMemo(() => ({ kind, fullPath }), [kind, fullPath]);
  const isManaged = current !== undefined;
  useEffect(() => {
    // These pages ask for it themselves.
    if (isManaged) return;
    watch('manage', manageSaga);
    dispatch(manageActions.placeEntered(place));
  }, [watch, dispatch, place, isManaged]);
  const managesTemplates = useAppSelector((state) => selectMayThere(state, place, 'adminTemplate')) === true;
  const manages =
    useAppSelector((state) => selectMayThere(state, place, kind === 'group' ? 'adminGroup' : 'adminProject')) === true;
  const to = (noun: PlaceNoun) => managedPath({ kind, fullPath, noun });
  const pages = [
    ['milestones', 'Milestones', to('milestones')],
    ['cadences', 'Iterations', kind === 'group' ? to('cadences') : null],
    ['labels', 'Labels', to('labels')],
    ['members', 'Members', to('members')],
    ['templates', 'Templates', managesTemplates ? to('templates') : null],
    ['settings', 'Settings', manages ? to('settings') : null],
    ['plan', 'Plan', manages && kind === 'group' && topOf(fullPath) === fullPath ? to('plan') : null],
  ] as const;
  return (
    <div className={styles.bar}>
      <nav aria-label={kind === 'group' ? 'Group' : 'Project'} className={styles.nav}>
        {pages.map(
          ([page, title, address]) =>
            address !== null && (
              <Link
                key={page}
                className={styles.link}
                to={address}
                aria-current={page === current ? 'page' : undefined}
              >
                {title}
              </Link>
            ),
        )}
      </nav>
      <TrialPlace groupPath={kind === 'group' ? fullPath : fullPath.slice(0, fullPath.lastIndexOf('/'))} />
    </div>
  );
}

/** Leads those who may to the forms of what a group can hold (BD-05.12). */
export function NewPlaceLinks({ groupPath }: { readonly groupPath: string }) {
  const place = useMemo(() => ({ kind: 'group', fullPath: groupPath }) as const, [groupPath]);
  const mayNest = useAppSelector((state) => selectMayThere(state, place, 'createSubgroup')) === true;
  const mayCreate = useAppSelector((state) => selectMayThere(state, place, 'createProject')) === true;
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
