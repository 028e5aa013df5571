import { useMemo, useRef } from 'react';
import { formatDayRange } from '@espalier/core/calendar';
import {
  managedPath,
  manageActions,
  milestonePlace,
  selectManage,
  selectMayManage,
  timeboxState,
} from '@espalier/core/manage';
import type { MilestonePageEntry } from '@espalier/core/manage';
import { LoadFailure } from '../frame/missing.tsx';
import { usePorts } from '../ports/context.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Badge } from '../ui/label-pill.tsx';
import { Markup } from '../ui/markup.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import { TimeboxItems } from '../work-item/list/timebox-items.tsx';
import { ManagedForm } from './managed-form.tsx';
import type { OneProps } from './noun-view.ts';
import { TimeboxCharts } from './timebox-charts.tsx';
import { useActions } from './use-actions.tsx';
import { useFocusAfter } from './use-focus-after.ts';
import pageStyles from './managed-page.module.css';
import styles from './timebox.module.css';

const TONES = { Open: 'success', Upcoming: 'neutral', Expired: 'warning', Closed: 'info' } as const;

/** AP-14.73: one milestone: what it is, how far it is, its charts and its issues. */
export function MilestonePage({ page, view, failure }: OneProps) {
  const dispatch = useAppDispatch();
  const heading = useRef<HTMLHeadingElement>(null);
  const { entries, edited, form, saved } = useAppSelector(selectManage);
  const may = useAppSelector(selectMayManage) === true;
  const { act, isAsking, end, refusal, question } = useActions(page, view);
  useFocusAfter(heading, saved, isAsking, end);
  const entry = entries[0] as MilestonePageEntry | undefined;
  if (failure !== null) return <LoadFailure text={failure} onRetry={() => dispatch(manageActions.retried())} />;
  if (entry === undefined) return <SkeletonRows rows={6} label="Loading the milestone" className={pageStyles.row} />;
  const busy = edited !== null || form.status === 'sending';
  const [toggle, ...others] = view.actions(entry, page, may, null);
  const close = () => {
    dispatch(manageActions.formClosed());
    heading.current?.focus();
  };
  return (
    <>
      <div className={pageStyles.top}>
        <div className={styles.title}>
          <State entry={entry} />
          <h1 ref={heading} tabIndex={-1} dir="auto">
            {entry.title}
          </h1>
        </div>
        {toggle !== undefined && (
          <div className={pageStyles.actions}>
            <Button
              disabled={busy}
              onClick={() => dispatch(manageActions.formOpened({ was: entry, before: view.draftOf(entry) }))}
            >
              Edit
            </Button>
            <Button disabled={busy} onClick={() => act(entry, toggle)}>
              {toggle.label}
            </Button>
            <MenuButton
              label="More actions"
              icon="ellipsis_v"
              iconOnly
              entries={others.map(({ what, label, danger }) => ({
                key: what,
                label,
                disabled: busy,
                ...(danger === true && { danger }),
              }))}
              onChoose={(chosen) => {
                const action = others.find(({ what }) => what === chosen);
                if (action !== undefined) act(entry, action);
              }}
            />
          </div>
        )}
      </div>
      {edited !== null ? <ManagedForm page={page} view={view} edited={edited} onClose={close} /> : refusal}
      <About entry={entry} />
      <TimeboxCharts noun="milestone" startDate={entry.startDate} dueDate={entry.dueDate} report={entry.report} />
      <Items page={page} entry={entry} />
      {question}
    </>
  );
}

function State({ entry }: { readonly entry: MilestonePageEntry }) {
  const today = usePorts().clock.today();
  const state = entry.isClosed ? 'Closed' : timeboxState(entry, today);
  return <Badge tone={TONES[state]}>{state}</Badge>;
}

function About({ entry }: { readonly entry: MilestonePageEntry }) {
  const { startDate, dueDate, descriptionHtml, items, report } = entry;
  const { total, complete } = report;
  const days = formatDayRange(startDate, dueDate);
  return (
    <>
      {days !== '' && <p className={styles.facts}>{days}</p>}
      {descriptionHtml !== '' && <Markup html={descriptionHtml} />}
      {items.total > 0 && (
        <div className={styles.progress}>
          <ProgressBar label="Closed issues" value={items.closed} max={items.total} />
          <p className={styles.facts}>
            {items.closed} of {items.total} {items.total === 1 ? 'issue' : 'issues'} closed
            {total !== null && complete !== null && total.weight > 0 && (
              <>
                {' · '}
                {complete.weight} of {total.weight} weight completed
              </>
            )}
          </p>
        </div>
      )}
    </>
  );
}

function Items({ page, entry }: Pick<OneProps, 'page'> & { readonly entry: MilestonePageEntry }) {
  const { id, title } = entry;
  const place = useMemo(() => milestonePlace(page, { id, title }), [page, id, title]);
  const path = managedPath({ ...page, kind: place.kind, noun: 'milestone' });
  return (
    <section className={styles.items}>
      <TimeboxItems place={place} path={path} headingClass={styles.heading} />
    </section>
  );
}
