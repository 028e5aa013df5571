import { useEffect } from 'react';
import { groupActions, selectGroupPage } from '@espalier/core/group';
import { useMayCreateEpic } from '../access/use-may-create-epic.ts';
import { LoadFailure, Missing } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { paths, webPath } from '@espalier/core/frame';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import { NewPlaceLinks, PlaceNav } from '../manage/place-nav.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { GroupRow, PlaceLine, ProjectList } from './place-rows.tsx';
import styles from './lists.module.css';

/** A group, with links to its epics, its subgroups and its projects. */
export function GroupPage({ route: { groupPath } }: { readonly route: { readonly groupPath: string } }) {
  const dispatch = useAppDispatch();
  const { status, error, fullPath, group, subgroups, projects, moreSubgroups, moreProjects, loadingMore } =
    useAppSelector(selectGroupPage);
  const mayCreate = useMayCreateEpic(groupPath);
  const current = fullPath === groupPath;
  usePageTitle(current ? (group?.fullName ?? groupPath) : groupPath);

  useEffect(() => {
    dispatch(groupActions.groupPageOpened({ fullPath: groupPath }));
  }, [dispatch, groupPath]);

  if (current && status === 'missing') return <Missing />;
  if (current && status === 'failed') {
    return <LoadFailure text={error} onRetry={() => dispatch(groupActions.groupPageRetried())} />;
  }
  if (!current || group === null) return <SkeletonRows rows={6} label="Loading the group" className={styles.row} />;

  return (
    <>
      <div className={styles.top}>
        <div>
          <Breadcrumbs groupPath={groupPath} />
          <h1 className={styles.title}>
            {group.avatarUrl && <Avatar large name={group.name} src={webPath(group.avatarUrl)} />}
            {group.name}
          </h1>
          {group.description && <p className={styles.subtitle}>{group.description}</p>}
          <PlaceLine id={group.id} className={styles.held} />
          <PlaceNav kind="group" fullPath={groupPath} />
          <NewPlaceLinks groupPath={groupPath} />
        </div>
        <div className={styles.actions}>
          {mayCreate === true && (
            <Link className={buttonClass()} to={paths.newEpic(groupPath)}>
              New epic
            </Link>
          )}
          <Link className={buttonClass()} to={paths.issues({ kind: 'group', fullPath: groupPath })}>
            <Icon name="issues" /> Issues
          </Link>
          <Link className={buttonClass('primary')} to={paths.epics(groupPath)}>
            <Icon name="epic" /> Epics
          </Link>
        </div>
      </div>
      <div className={styles.columns}>
        <section aria-labelledby="subgroups">
          <h2 className={styles.heading} id="subgroups">
            Subgroups
          </h2>
          {subgroups.length === 0 && <p className={styles.nothing}>No subgroups</p>}
          <ul className={classes(styles.list, styles.groups)}>
            {subgroups.map((subgroup) => (
              <GroupRow key={subgroup.id} group={subgroup} label={subgroup.name} to={paths.group(subgroup.fullPath)} />
            ))}
          </ul>
          {moreSubgroups && <More list="subgroups" loading={loadingMore} />}
        </section>
        <section aria-labelledby="projects">
          <h2 className={styles.heading} id="projects">
            Projects
          </h2>
          <ProjectList projects={projects} />
          {moreProjects && <More list="projects" loading={loadingMore} />}
        </section>
      </div>
    </>
  );
}

function More({ list, loading }: { readonly list: 'subgroups' | 'projects'; readonly loading: boolean }) {
  const dispatch = useAppDispatch();
  return (
    <Button loading={loading} onClick={() => dispatch(groupActions.groupPageMoreRequested({ list }))}>
      Show more
    </Button>
  );
}
