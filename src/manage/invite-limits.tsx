import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import {
  beyondLimit,
  limitState,
  managedPath,
  placesAsked,
  placesLeft,
  placesSaga,
  selectManage,
  selectPlaces,
  type Draft,
  type GroupPlaces,
  type ManagedPage,
} from '@espalier/core/manage';
import { useAppDispatch, useAppSelector, useWatch } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import own from './invite-limits.module.css';
import styles from './managed-page.module.css';

interface InviteLimits {
  /** What stands in place of the form; null: the form. */
  readonly instead: ((onClose: () => void) => ReactNode) | null;
  readonly above: ReactNode;
  /** Asks before it is sent, and says whether it does. */
  readonly askFirst: () => boolean;
  readonly limited: (send: () => void) => ReactNode;
}

/** What the member limit means for the form that invites; nothing where it is another one (`isOn`). */
export function useInviteLimits({ kind, fullPath }: ManagedPage, draft: Draft, isOn: boolean): InviteLimits {
  const dispatch = useAppDispatch();
  const watch = useWatch();
  const { form } = useAppSelector(selectManage);
  const known = useAppSelector((state) => selectPlaces(state, fullPath));
  const [adds, setAdds] = useState(false);
  const [asks, setAsks] = useState(false);
  // Of those who were invited some may be members although others were refused.
  const isRefused = form.error !== null;
  useEffect(() => {
    if (!isOn) return;
    watch('places', placesSaga);
    dispatch(placesAsked());
  }, [watch, dispatch, isOn, isRefused]);
  const places = isOn ? known : null;
  const beyond = beyondLimit(places, draft);
  const isReached = places !== null && limitState(places) === 'reached' && !adds && form.what === null;
  return {
    instead: isReached
      ? (onClose) => <Reached places={places} page={{ kind, fullPath }} onAdd={() => setAdds(true)} onClose={onClose} />
      : null,
    above: places !== null && <Close places={places} isGroup={draft['to'] === 'groups'} />,
    askFirst() {
      if (beyond === 0 || asks) return false;
      setAsks(true);
      return true;
    },
    limited: (send) =>
      asks &&
      places !== null && (
        <Dialog
          title={spaceIn(places)}
          kind="alertdialog"
          onClose={() => setAsks(false)}
          actions={
            <>
              <Button autoFocus onClick={() => setAsks(false)}>
                Back
              </Button>
              <Button
                look="primary"
                onClick={() => {
                  setAsks(false);
                  send();
                }}
              >
                Continue
              </Button>
            </>
          }
        >
          <p>
            {`You are inviting ${beyond === 1 ? 'one person' : `${beyond} people`} more than that. `}
            Who is a member already takes no place. Of the others, those who find none are named and not added.
          </p>
        </Dialog>
      ),
  };
}

const members = (count: number): string => (count === 1 ? 'member' : 'members');

function spaceIn(places: GroupPlaces): string {
  const left = placesLeft(places) ?? 0;
  return `You only have space for ${left} more ${members(left)} in ${places.name}`;
}

/** BD-13.12 */
function Close({ places, isGroup }: { readonly places: GroupPlaces; readonly isGroup: boolean }) {
  const state = limitState(places);
  if (isGroup && state !== 'none') {
    return (
      <Alert live={false}>
        Inviting a group adds its members to your group, including members who join after the invite. This might put
        your group over the free {places.limit} user limit.
      </Alert>
    );
  }
  if (state !== 'close') return null;
  return (
    <Alert tone="warning" live={false}>
      <strong>{spaceIn(places)}</strong>
      <div>
        To get more members an owner of the group can <Ways places={places} />
      </div>
    </Alert>
  );
}

/** BD-13.11: to Owners these lead to the page of the plan. */
function Ways({ places: { isOwner, mayStart, topPath } }: { readonly places: GroupPlaces }) {
  const to = managedPath({ kind: 'group', fullPath: topPath, noun: 'plan' });
  const way = (text: string) => (isOwner ? <Link to={to}>{text}</Link> : text);
  return (
    <>
      {(mayStart || !isOwner) && <>{way('start a trial')} or </>}
      {way('upgrade')} to a paid tier.
    </>
  );
}

interface ReachedProps {
  readonly places: GroupPlaces;
  readonly page: Pick<ManagedPage, 'kind' | 'fullPath'>;
  readonly onAdd: () => void;
  readonly onClose: () => void;
}

/** BD-13.11 */
function Reached({ places, page, onAdd, onClose }: ReachedProps) {
  const { limit, name, isOwner, mayStart, topPath } = places;
  const to = (noun: 'plan' | 'members') => managedPath({ kind: 'group', fullPath: topPath, noun });
  const isThere = page.kind === 'group' && page.fullPath === topPath;
  return (
    <div className={styles.fields}>
      <Alert tone="danger">
        <strong>{`You've reached your ${limit ?? 0} ${members(limit ?? 0)} limit for ${name}`}</strong>
        <div>
          To invite new users to this namespace, you must remove existing users. You can still add existing namespace
          users. To get more members, the owner of this namespace can <Ways places={places} />
        </div>
      </Alert>
      <div className={own.ways}>
        {isOwner &&
          (isThere ? (
            <Button look="primary" autoFocus onClick={onClose}>
              Manage members
            </Button>
          ) : (
            <Link className={buttonClass('primary')} to={to('members')}>
              Manage members
            </Link>
          ))}
        {isOwner && mayStart && (
          <Link className={buttonClass()} to={to('plan')}>
            Start a trial
          </Link>
        )}
        {isOwner && (
          <Link className={buttonClass()} to={to('plan')}>
            Explore paid plans
          </Link>
        )}
        <Button autoFocus={!isOwner || !isThere} onClick={onAdd}>
          Add existing users
        </Button>
      </div>
    </div>
  );
}
