import { useState } from 'react';
import type { FormEvent } from 'react';
import type { RoadmapEpic, TrayItem } from '@espalier/core/roadmap';
import { datesEntered, datesFault, roadmapActions, selectRoadmapTray } from '@espalier/core/roadmap';
import { overName } from '@espalier/core/work-item';
import { usePorts } from '../ports/context.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { DatePicker } from '../ui/date-picker.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import styles from './tray.module.css';

/** Epics shown at a time: the tray of a group may hold thousands. */
const PAGE = 12;

/** RM-07.7: the epics that have no bar, each with the reason. */
export function Tray() {
  const dispatch = useAppDispatch();
  const { open, status, items, more } = useAppSelector(selectRoadmapTray);
  const [asked, setPage] = useState(0);
  if (items.length === 0 && status !== 'failed') return null;
  const last = Math.max(0, Math.ceil(items.length / PAGE) - 1);
  const page = Math.min(asked, last);
  const next = () => {
    if (page === last) dispatch(roadmapActions.trayNextPageAsked());
    // RM-07.11: what is read fills the last page first.
    if (page < last || items.length % PAGE === 0) setPage(page + 1);
  };
  return (
    <section className={styles.tray} aria-label="Epics without a bar">
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        onClick={() => dispatch(roadmapActions.trayToggled())}
      >
        <Icon name={open ? 'chevron-down' : 'chevron-right'} />
        {status === 'failed' && items.length === 0
          ? 'Epics without dates could not be read'
          : `${items.length}${more ? '+' : ''} ${items.length === 1 ? 'epic is' : 'epics are'} not on the timeline`}
      </button>
      {open && (
        <>
          <ul className={styles.list} role="list">
            {items.slice(page * PAGE, (page + 1) * PAGE).map((item) => (
              <TrayItemView key={item.id} item={item} />
            ))}
          </ul>
          {(last > 0 || more) && (
            <div className={styles.pages}>
              <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
                Previous
              </Button>
              <Button size="small" loading={status === 'loading'} disabled={page === last && !more} onClick={next}>
                Next
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

/** An epic with its reason and, for viewers who may change it, a way to give it dates. */
function TrayItemView({ item }: { readonly item: TrayItem }) {
  const { title, reference, webPath, permissions } = item.epic;
  const [editing, setEditing] = useState(false);
  return (
    <li className={styles.item}>
      <Link to={webPath} data-over={overName(item.epic) ?? undefined} dir="auto">
        {title}
      </Link>
      <span className={styles.muted}>
        {reference} · {item.reason}
      </span>
      {permissions.canUpdate && !editing && (
        <Button look="link" size="small" aria-label={`Set dates of ${title}`} onClick={() => setEditing(true)}>
          Set dates
        </Button>
      )}
      {editing && <DatesForm epic={item.epic} onClose={() => setEditing(false)} />}
    </li>
  );
}

/** RM-07.12: begins with the current dates; only those that were changed are sent. */
function DatesForm({ epic, onClose }: { readonly epic: RoadmapEpic; readonly onClose: () => void }) {
  const dispatch = useAppDispatch();
  const today = usePorts().clock.today();
  const { id, title } = epic;
  const [startDate, setStart] = useState(epic.startDate);
  const [dueDate, setDue] = useState(epic.dueDate);
  const [unread, setUnread] = useState({ start: false, due: false });
  const fault = datesFault({ startDate, dueDate });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (fault !== null || unread.start || unread.due) return;
    onClose();
    const change = datesEntered(epic, { startDate, dueDate });
    if (change !== null) dispatch(roadmapActions.datesChanged({ id, ...change, fromTray: true }));
  };
  return (
    <form className={styles.dates} aria-label={`Dates of ${title}`} onSubmit={save}>
      <DatePicker
        label="Start date"
        today={today}
        value={startDate}
        onChange={setStart}
        onUnread={(start) => setUnread((before) => ({ ...before, start }))}
        autoFocus
      />
      <DatePicker
        label="Due date"
        today={today}
        value={dueDate}
        onChange={setDue}
        onUnread={(due) => setUnread((before) => ({ ...before, due }))}
        error={fault}
      />
      <div className={styles.buttons}>
        <Button type="submit" look="primary">
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
