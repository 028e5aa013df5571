import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { ActionList } from './action-list.tsx';
import { Details } from './details.tsx';
import type { DeveloperDoor } from './door.ts';
import { useDoor } from './use-door.ts';
import { Filters, useFilter } from './filters.tsx';
import { Moment } from './moment.tsx';
import { TravelBar } from './travel-bar.tsx';
import { useKeptFocus } from './use-dock.ts';
import type { OpenLog } from './use-logs.ts';
import styles from './panel.module.css';

interface LogViewProps {
  readonly door: DeveloperDoor;
  readonly opened: OpenLog;
  /** The pages of the product, to be shown at a moment. */
  readonly children: ReactNode;
}

/** A log: its actions, the selected one, and its moments. */
export function LogView({ door, opened: { log, player }, children }: LogViewProps) {
  const { travelling, wanted } = useDoor(door);
  /** Null: the newest. */
  const [chosen, setChosen] = useState<number | null>(null);
  /** Null: the two points of the difference follow the selection. */
  const [marks, setMarks] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const [refused, setRefused] = useState(false);
  const filter = useFilter(player);
  const keepFocus = useKeptFocus();
  const { first, last } = player;

  const show = useCallback(
    (seq: number) => {
      keepFocus();
      setChosen(seq);
      setRefused(false);
      door.travel(true);
    },
    [door, keepFocus],
  );
  const leave = () => {
    door.travel(false);
    setChosen(null);
  };
  // Redux DevTools asked for a moment.
  const asked = wanted !== null && wanted >= first && wanted <= last ? wanted : null;
  useEffect(() => {
    if (asked === null) return;
    door.want(null);
    show(asked);
  }, [asked, door, show]);

  const seq = Math.min(Math.max(chosen ?? last, first), last);
  const state = useMemo(() => player.stateAt(seq), [player, seq]);
  const logged = player.actionAt(seq);
  const { from, to } = marks ?? { from: Math.max(seq - 1, first), to: seq };
  const choose = (next: number) => (travelling ? show(next) : setChosen(next));
  const mark = (which: 'from' | 'to', at: number) => setMarks({ from, to, [which]: at });
  const step = (by: -1 | 1) => {
    const { shown } = filter;
    const next = by < 0 ? shown.findLast((each) => each.seq < seq) : shown.find((each) => each.seq > seq);
    if (next) show(next.seq);
    else if (by < 0) show(first);
  };

  return (
    <>
      {travelling && (
        <Moment
          state={state}
          at={logged?.action.meta.at ?? log.header.startedAt}
          ports={door.ports}
          onRefused={() => setRefused(true)}
        >
          {children}
        </Moment>
      )}
      <div className={classes(styles.banner, travelling && styles.past)}>
        <p role="status">
          {travelling ? `Showing action ${seq} of ${last} · read-only` : `Showing now, after action ${last}`}
          {travelling && refused && <strong> · This moment is past: nothing can be changed in it.</strong>}
        </p>
        {travelling ? (
          <Button size="small" onClick={leave}>
            Back to now
          </Button>
        ) : (
          <Button size="small" icon="history" onClick={() => show(seq)}>
            Show this moment
          </Button>
        )}
      </div>
      <TravelBar first={first} last={last} seq={seq} type={logged?.action.type ?? null} onGo={show} onStep={step} />
      <div className={styles.body}>
        <div className={styles.actions}>
          <Filters {...filter} />
          <ActionList
            actions={filter.shown}
            chosen={seq}
            from={from}
            to={to}
            onChoose={choose}
            onShow={show}
            onMark={mark}
          />
        </div>
        <Details
          player={player}
          logged={logged}
          state={state}
          from={from}
          to={to}
          following={marks === null}
          onMark={mark}
          onFollow={() => setMarks(null)}
        />
      </div>
    </>
  );
}
