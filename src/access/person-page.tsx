import { useEffect } from 'react';
import { accessActions, selectPerson } from '@espalier/core/access';
import { LoadFailure, Missing } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Avatar } from '../ui/avatar.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { SkeletonBar } from '../ui/progress.tsx';
import styles from './access.module.css';

/** Who a person is, to be read by those who are signed in. */
export function PersonPage({ route: { username } }: { readonly route: { readonly username: string } }) {
  const dispatch = useAppDispatch();
  const { username: shown, status, error, person } = useAppSelector(selectPerson);
  const current = shown === username;
  usePageTitle(current && person !== null ? person.name : username);

  useEffect(() => {
    dispatch(accessActions.personOpened({ username }));
  }, [dispatch, username]);

  if (current && status === 'missing') return <Missing />;
  if (current && status === 'failed') {
    return <LoadFailure text={error} onRetry={() => dispatch(accessActions.personRetried())} />;
  }
  if (!current || person === null) {
    return (
      <div role="status" aria-label="Loading the person">
        <SkeletonBar width="14rem" height="2rem" />
      </div>
    );
  }
  return (
    <div className={styles.person}>
      <Avatar name={person.name} src={person.avatarUrl} large />
      <div>
        <h1 className={styles.name} dir="auto">
          {person.name}
        </h1>
        <p className={styles.username}>
          @{person.username} <CopyButton text={`@${person.username}`} label="Copy username" />
        </p>
      </div>
    </div>
  );
}
