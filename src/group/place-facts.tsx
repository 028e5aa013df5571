import { placeFacts, selectPlaceCounts } from '@espalier/core/group';
import { useAppSelector } from '../store.ts';
import { TimeAgo } from '../ui/time.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './place-facts.module.css';

const ICONS = { subgroups: 'subgroup', projects: 'project', epics: 'epic', issues: 'issues' } as const;

/** RP-02.270: what the group or the project with this id holds, in columns that line up down the list. Nothing until it is known. */
export function PlaceFacts({ id }: { readonly id: string }) {
  const counts = useAppSelector((state) => selectPlaceCounts(state, id));
  if (counts === null) return null;
  return (
    <span className={styles.facts}>
      {placeFacts(counts).map(({ of, total, label }) => (
        <span key={of} className={styles[of]} role="img" aria-label={label} data-tooltip={label}>
          <Icon name={ICONS[of]} /> {total}
        </span>
      ))}
      {counts.lastActivityAt !== null && (
        <TimeAgo className={styles.activity} what="Last activity" at={counts.lastActivityAt} quiet />
      )}
    </span>
  );
}

/** The same in words, for the head of the place's own page. */
export function PlaceLine({ id, className }: { readonly id: string; readonly className?: string | undefined }) {
  const counts = useAppSelector((state) => selectPlaceCounts(state, id));
  const words = counts === null ? [] : placeFacts(counts).map(({ label }) => label);
  return (
    <p className={className}>
      {words.join(' · ')}
      {counts?.lastActivityAt && (
        <>
          {words.length > 0 && ' · '}
          <TimeAgo what="Last activity" at={counts.lastActivityAt} />
        </>
      )}
    </p>
  );
}
