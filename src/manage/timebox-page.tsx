import { useMemo, useRef } from 'react';
import {
  type milestonePlace,
  managedPath,
  manageActions,
  selectManage,
  selectMayManage,
  type TimeboxEntry,
  type Entry,
  type ManagedPage,
} from '@espalier/core/manage';
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

type Tone = 'success' | 'neutral' | 'warning' | 'info';

/** What distinguishes the page of one kind of timebox from the others. */
export interface TimeboxSource<E extends TimeboxEntry = TimeboxEntry> {
  /** `milestone`. */
  readonly noun: 'milestone' | 'iteration';
  state(entry: E, today: string): readonly [said: string, tone: Tone];
  /** Below the title. */
  facts(entry: E): string;
  /** Whose items are listed. */
  place(page: ManagedPage, entry: Entry & { readonly title: string }): ReturnType<typeof milestonePlace>;
}

interface TimeboxPageProps extends OneProps {
  readonly source: TimeboxSource;
}

/** AP-14.73, AP-14.104: one milestone or iteration: what it is, how far it is, its charts and its issues. */
export function TimeboxPage({ source, page, view, failure }: TimeboxPageProps) {
  const { noun } = source;
  const dispatch = useAppDispatch();
  const today = usePorts().clock.today();
  const heading = useRef<HTMLHeadingElement>(null);
  const { entries, edited, form, saved } = useAppSelector(selectManage);
  const may = useAppSelector(selectMayManage) === true;
  const { act, isAsking, end, refusal, question } = useActions(page, view);
  useFocusAfter(heading, saved, isAsking, end);
  const entry = entries[0] as TimeboxEntry | undefined;
  if (failure !== null) return <LoadFailure text={failure} onRetry={() => dispatch(manageActions.retried())} />;
  if (entry === undefined) return <SkeletonRows rows={6} label={`Loading the ${noun}`} className={pageStyles.row} />;
  const busy = edited !== null || form.status === 'sending';
  const [state, tone] = source.state(entry, today);
  const actions = view.actions(entry, page, may, null);
  const others = actions.filter(({ ask }) => ask !== undefined);
  const close = () => {
    dispatch(manageActions.formClosed());
    heading.current?.focus();
  };
  return (
    <>
      <div className={pageStyles.top}>
        <div className={styles.title}>
          <Badge tone={tone}>{state}</Badge>
          <h1 ref={heading} tabIndex={-1} dir="auto">
            {view.nameOf(entry)}
          </h1>
        </div>
        {may && (
          <div className={pageStyles.actions}>
            <Button
              disabled={busy}
              onClick={() => dispatch(manageActions.formOpened({ was: entry, before: view.draftOf(entry) }))}
            >
              Edit
            </Button>
            {actions
              .filter(({ ask }) => ask === undefined)
              .map((action) => (
                <Button key={action.what} disabled={busy} onClick={() => act(entry, action)}>
                  {action.label}
                </Button>
              ))}
            {others.length > 0 && (
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
            )}
          </div>
        )}
      </div>
      {edited !== null ? <ManagedForm page={page} view={view} edited={edited} onClose={close} /> : refusal}
      <About entry={entry} facts={source.facts(entry)} />
      <TimeboxCharts noun={noun} startDate={entry.startDate} dueDate={entry.dueDate} report={entry.report} />
      <Items source={source} page={page} id={entry.id} title={view.nameOf(entry)} />
      {question}
    </>
  );
}

function About({ entry, facts }: { readonly entry: TimeboxEntry; readonly facts: string }) {
  const { descriptionHtml, items, report } = entry;
  const { total, complete } = report;
  return (
    <>
      {facts !== '' && (
        <p className={styles.facts} dir="auto">
          {facts}
        </p>
      )}
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

interface ItemsProps extends Pick<TimeboxPageProps, 'source' | 'page'> {
  readonly id: string;
  readonly title: string;
}

function Items({ source, page, id, title }: ItemsProps) {
  const place = useMemo(() => source.place(page, { id, title }), [source, page, id, title]);
  const path = managedPath({ ...page, kind: place.kind, noun: source.noun });
  return (
    <section className={styles.items}>
      <TimeboxItems place={place} path={path} headingClass={styles.heading} />
    </section>
  );
}
