import { memo, useState } from 'react';
import { selectSignedIn } from '@espalier/core/access';
import { webPath } from '@espalier/core/frame';
import { participantsShown } from '@espalier/core/work-item';
import { extrasActions, NO_TIME, selectItemParticipants, selectTime } from '@espalier/core/work-item/extras';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { AvatarStack } from '../ui/avatar-stack.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { SkeletonBar } from '../ui/progress.tsx';
import { ItemField, None } from './item-field.tsx';
import styles from './work-item-page.module.css';

/** What stands beside an item and is not edited there: its time, and who takes part in it. It is read once the item is shown. */

interface BackgroundProps {
  readonly id: string;
}

/** WI-07.71: what is estimated and what was spent, and how far the one is used up. */
export const TimeField = memo(function TimeField({ id }: BackgroundProps) {
  const time = useAppSelector((state) => selectTime(state, id));
  const { error } = useAppSelector((state) => selectItemParticipants(state, id));
  // The participants, who come with it, say so.
  if (error !== null) return null;
  return (
    <ItemField title="Time tracking">
      {time === undefined ? (
        <SkeletonBar width="70%" />
      ) : time === null ? (
        <span className={styles.none}>{NO_TIME}</span>
      ) : (
        <div className={styles.time}>
          {time.percent !== null && (
            <meter
              className={classes(styles.meter, time.over && styles.over)}
              aria-label="Spent of the estimate"
              min={0}
              max={100}
              value={time.percent}
            >
              {time.percent}%
            </meter>
          )}
          {time.spent !== null && <span>{time.spent}</span>}
          {time.estimate !== null && <span>{time.estimate}</span>}
          {time.rest !== null && <span className={classes(styles.note, time.over && styles.over)}>{time.rest}</span>}
        </div>
      )}
    </ItemField>
  );
});

/** WI-07.73, WI-07.74: people's pages are for those who are signed in. */
export const ParticipantsField = memo(function ParticipantsField({ id }: BackgroundProps) {
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector(selectSignedIn);
  const { people, title, error } = useAppSelector((state) => selectItemParticipants(state, id));
  const [expanded, setExpanded] = useState(false);
  const { shown, toggle } = participantsShown(people ?? [], expanded);
  return (
    <ItemField title={title}>
      {error !== null ? (
        <p className={styles.failure} role="alert">
          {error}
          <Button size="small" icon="retry" onClick={() => dispatch(extrasActions.retried())}>
            Try again
          </Button>
        </p>
      ) : people === null ? (
        <SkeletonBar width="70%" />
      ) : people.length === 0 ? (
        <None />
      ) : (
        <div className={styles.editor}>
          <AvatarStack
            label="Participants"
            people={shown.map(({ id: key, name, avatarUrl, webUrl }) => ({
              key,
              name,
              src: avatarUrl,
              href: signedIn ? webPath(webUrl) : null,
            }))}
            places={shown.length}
          />
          {toggle !== null && (
            <Button
              className={styles.small}
              look="link"
              aria-expanded={expanded}
              onClick={() => setExpanded((open) => !open)}
            >
              {toggle}
            </Button>
          )}
        </div>
      )}
    </ItemField>
  );
});
