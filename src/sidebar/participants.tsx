import { selectSignedIn } from '@espalier/core/access';
import { selectParticipants, sidebarActions } from '@espalier/core/sidebar';
import { useAppDispatch, useAppSelector, usePlaceSelector } from '../store.ts';
import { AvatarStack } from '../ui/avatar-stack.tsx';
import { Button } from '../ui/button.tsx';
import { webPath } from '@espalier/core/frame';
import { Failure, Loading, None, Widget } from './widget.tsx';
import styles from './sidebar.module.css';

/** EP-12. People's pages are for those who are signed in. */
export function Participants() {
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector(selectSignedIn);
  const { status, error, title, expanded, shown, toggle } = usePlaceSelector(selectParticipants);
  const people = shown.map(({ id, name, avatarUrl, webUrl }) => ({
    key: id,
    name,
    src: avatarUrl,
    href: signedIn ? webPath(webUrl) : null,
  }));
  return (
    <Widget title={status === 'ready' ? title : 'Participants'}>
      {error !== null ? (
        <Failure text={error} part="participants" />
      ) : status !== 'ready' && people.length === 0 ? (
        <Loading />
      ) : people.length === 0 ? (
        <None>None</None>
      ) : (
        <>
          <AvatarStack label="Participants" people={people} places={people.length} />
          {toggle !== null && (
            <Button
              className={styles.edit}
              look="link"
              aria-expanded={expanded}
              onClick={() => dispatch(sidebarActions.participantsToggled())}
            >
              {toggle}
            </Button>
          )}
        </>
      )}
    </Widget>
  );
}
