import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { selectCurrentUser } from '@espalier/core/access';
import {
  groupActions,
  selectHomeEmpty,
  selectHomeGroups,
  selectHomeProjects,
  selectHomeSearch,
} from '@espalier/core/group';
import { LoadFailure } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { paths } from '@espalier/core/frame';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { TextField } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import { GroupRow, ProjectList } from './place-rows.tsx';
import styles from './lists.module.css';

/** Groups and projects that the viewer may see. The search is in the address. */
export function HomePage() {
  usePageTitle('Groups and projects');
  const dispatch = useAppDispatch();
  const [params, setParams] = useSearchParams();
  const wanted = params.get('search') ?? '';
  const search = useAppSelector(selectHomeSearch);
  const empty = useAppSelector(selectHomeEmpty);
  const user = useAppSelector(selectCurrentUser);

  useEffect(() => {
    dispatch(groupActions.homeOpened());
  }, [dispatch]);
  useEffect(() => {
    if (wanted !== search) dispatch(groupActions.homeSearchChanged({ search: wanted }));
  }, [dispatch, search, wanted]);

  return (
    <>
      <div className={styles.top}>
        <h1 className={styles.title}>Groups and projects</h1>
        <TextField
          className={styles.filter}
          label="Search groups and projects"
          hideLabel
          placeholder="Search by name"
          type="search"
          value={wanted}
          onChange={(text) => setParams(text === '' ? {} : { search: text }, { replace: true })}
        />
        {user !== null && (
          <div className={styles.actions}>
            {user.admin && (
              <Link className={buttonClass()} to={paths.users}>
                Users
              </Link>
            )}
            <Link className={buttonClass('primary')} to={paths.newGroup}>
              New group
            </Link>
          </div>
        )}
      </div>
      {empty === null ? (
        <div className={styles.columns}>
          <Groups />
          <Projects />
        </div>
      ) : (
        <EmptyState title={empty.title}>{empty.hint}</EmptyState>
      )}
    </>
  );
}

function Groups() {
  const dispatch = useAppDispatch();
  const { status, rows, hasMore, loadingMore, error } = useAppSelector(selectHomeGroups);
  return (
    <section aria-labelledby="groups">
      <h2 className={styles.heading} id="groups">
        Groups
      </h2>
      {status === 'failed' ? (
        <LoadFailure text={error} onRetry={() => dispatch(groupActions.homeRetried({ list: 'groups' }))} />
      ) : status !== 'ready' ? (
        <SkeletonRows rows={6} label="Loading groups" className={styles.row} />
      ) : (
        <ul className={classes(styles.list, styles.groups)}>
          {rows.map(({ group, depth, hasChildren, expanded, label }) => (
            <GroupRow
              key={group.id}
              group={group}
              label={label}
              to={paths.epics(group.fullPath)}
              depth={depth}
              fold={
                hasChildren ? (
                  <button
                    type="button"
                    className={styles.chevron}
                    aria-expanded={expanded}
                    aria-label={`Subgroups of ${group.name}`}
                    onClick={() => dispatch(groupActions.groupToggled({ id: group.id }))}
                  >
                    <Icon name={expanded ? 'chevron-down' : 'chevron-right'} />
                  </button>
                ) : (
                  <span className={styles.chevron} />
                )
              }
            />
          ))}
        </ul>
      )}
      {hasMore && (
        <Button loading={loadingMore} onClick={() => dispatch(groupActions.homeMoreRequested({ list: 'groups' }))}>
          Show more
        </Button>
      )}
    </section>
  );
}

function Projects() {
  const dispatch = useAppDispatch();
  const { status, projects, hasMore, loadingMore, error } = useAppSelector(selectHomeProjects);
  return (
    <section aria-labelledby="projects">
      <h2 className={styles.heading} id="projects">
        Projects
      </h2>
      {status === 'failed' ? (
        <LoadFailure text={error} onRetry={() => dispatch(groupActions.homeRetried({ list: 'projects' }))} />
      ) : status !== 'ready' ? (
        <SkeletonRows rows={6} label="Loading projects" className={styles.row} />
      ) : (
        <ProjectList projects={projects} />
      )}
      {hasMore && (
        <Button loading={loadingMore} onClick={() => dispatch(groupActions.homeMoreRequested({ list: 'projects' }))}>
          Show more
        </Button>
      )}
    </section>
  );
}
