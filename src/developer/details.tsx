import { useMemo, useState } from 'react';
import type { Pending, RootState } from '@espalier/core';
import type { LoggedAction, Player, StateChange } from '@espalier/core/replay';
import { diffStates } from '@espalier/core/replay';
import { Button } from '../ui/button.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { clockTime, json } from './filters.tsx';
import styles from './details.module.css';

const TABS = [
  { key: 'action', title: 'Action' },
  { key: 'pending', title: 'Pending' },
  { key: 'difference', title: 'Difference' },
] as const;

type DetailsTab = (typeof TABS)[number]['key'];

interface DetailsProps {
  readonly player: Player;
  readonly logged: LoggedAction | null;
  /** After that action. */
  readonly state: RootState;
  readonly from: number;
  readonly to: number;
  /** The two points follow the chosen action. */
  readonly following: boolean;
  readonly onMark: (which: 'from' | 'to', seq: number) => void;
  readonly onFollow: () => void;
}

export function Details(props: DetailsProps) {
  const [tab, setTab] = useState<DetailsTab>('action');
  const { logged, state } = props;
  const tabs = TABS.map((each) =>
    each.key === 'pending' && state.pending.length > 0 ? { ...each, title: `Pending (${state.pending.length})` } : each,
  );
  return (
    <div className={styles.details}>
      <Tabs label="About this moment" tabs={tabs} active={tab} onChoose={setTab} className={styles.tabs}>
        {/* Scrollable, so it must be reachable by keyboard. */}
        <div className={styles.body} tabIndex={0} role="group" aria-label={TABS.find(({ key }) => key === tab)?.title}>
          {tab === 'action' && <ActionDetails logged={logged} />}
          {tab === 'pending' && <Pending mutations={state.pending} at={logged?.action.meta.at ?? null} />}
          {tab === 'difference' && <Difference {...props} />}
        </div>
      </Tabs>
    </div>
  );
}

function ActionDetails({ logged }: Pick<DetailsProps, 'logged'>) {
  if (logged === null) return <p className={styles.nothing}>Before the first action of this log.</p>;
  const { action, hash } = logged;
  return (
    <>
      <p className={styles.heading}>
        {action.type} <span className={styles.muted}>{clockTime(action.meta.at)}</span>
      </p>
      <pre className={styles.code}>{json({ payload: action.payload, meta: action.meta, ...(hash && { hash }) })}</pre>
    </>
  );
}

function Pending({ mutations, at }: { readonly mutations: readonly Pending[]; readonly at: number | null }) {
  if (mutations.length === 0) return <p className={styles.nothing}>Nothing was waiting for an answer.</p>;
  return (
    <ul className={styles.mutations}>
      {mutations.map((mutation) => (
        <li key={mutation.id}>
          <p className={styles.heading}>
            {mutation.type} <span className={styles.status}>{mutation.status}</span>{' '}
            <span className={styles.muted}>{at !== null && `for ${at - mutation.at} ms`}</span>
          </p>
          <pre className={styles.code}>{json(mutation.payload)}</pre>
        </li>
      ))}
    </ul>
  );
}

/** At most so many changes are listed; the difference over a whole page load has thousands. */
const MOST = 300;

function Difference({ player, from, to, following, onMark, onFollow }: DetailsProps) {
  const changes = useMemo(() => diffStates(player.stateAt(from), player.stateAt(to)), [player, from, to]);
  const point = (which: 'from' | 'to', name: string, value: number) => (
    <label className={styles.point}>
      {name}
      <input
        type="number"
        min={player.first}
        max={player.last}
        value={value}
        onChange={({ target }) => {
          const seq = target.valueAsNumber;
          if (Number.isInteger(seq) && seq >= player.first && seq <= player.last) onMark(which, seq);
        }}
      />
    </label>
  );
  return (
    <>
      <div className={styles.points}>
        {point('from', 'From A', from)}
        {point('to', 'to B', to)}
        {!following && (
          <Button size="small" look="quiet" onClick={onFollow}>
            Follow the chosen action
          </Button>
        )}
        <span className={styles.muted} role="status">
          {changes.length === 1 ? '1 change' : `${changes.length} changes`}
        </span>
      </div>
      <ul className={styles.changes}>
        {changes.slice(0, MOST).map((change) => (
          <Change key={change.path} change={change} />
        ))}
      </ul>
      {changes.length > MOST && <p className={styles.nothing}>…and {changes.length - MOST} more.</p>}
    </>
  );
}

/** Characters of a value in a list of changes. */
const VALUE = 400;

function Change({ change: { path, before, after } }: { readonly change: StateChange }) {
  return (
    <li className={styles.change}>
      <p className={styles.path}>{path}</p>
      {before !== undefined && (
        <p className={styles.before}>
          <span className="visually-hidden">before: </span>
          {json(before, 0, VALUE)}
        </p>
      )}
      {after !== undefined && (
        <p className={styles.after}>
          <span className="visually-hidden">after: </span>
          {json(after, 0, VALUE)}
        </p>
      )}
    </li>
  );
}
