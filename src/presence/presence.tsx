import { useEffect, useMemo } from 'react';
import { presenceSaga, shownPresence } from '@espalier/core/presence';
import { useHere } from '../ports/context.ts';
import { useWatch } from '../store.ts';
import { Avatar } from '../ui/avatar.tsx';
import { classes } from '../ui/classes.ts';
import styles from './presence.module.css';

/** AP-07.66: who else looks at the item or edits it. Not announced: people come and go all the time. `noun`: what the item is. */
export function Others({ noun }: { readonly noun: string }) {
  const watch = useWatch();
  useEffect(() => watch('presence', presenceSaga), [watch]);
  const here = useHere();
  const shown = useMemo(() => shownPresence(here, noun), [here, noun]);
  if (shown === null) return null;
  const { people, more, others, editing, all } = shown;
  return (
    <div className={styles.place}>
      {/* The list says it already. */}
      {editing !== null && (
        <span className={styles.editing} aria-hidden>
          {editing}
        </span>
      )}
      <ul className={styles.people} role="list" aria-label={all} data-tooltip={all} tabIndex={0}>
        {people.map(({ id, name, avatarUrl, does, edits }) => (
          <li key={id} className={classes(styles.person, edits && styles.edits)} data-tooltip={does}>
            <Avatar name={name} src={avatarUrl} />
            <span className="visually-hidden">{does}</span>
          </li>
        ))}
        {more > 0 && (
          <li className={styles.more} data-tooltip={others}>
            <span aria-hidden>+{more}</span>
            <span className="visually-hidden">{more} more</span>
          </li>
        )}
      </ul>
    </div>
  );
}
