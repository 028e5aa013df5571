import type { CSSProperties } from 'react';
import { dayNumber } from '@espalier/core/calendar';
import type { MovedBar, RoadmapEpic, RoadmapRow } from '@espalier/core/roadmap';
import { ROW_HEIGHT, rowOf, sectionWidth, timeframeOf } from '@espalier/core/roadmap';
import { EpicRow } from '../roadmap/epic-row.tsx';
import styles from './gallery.module.css';
import { Section } from './specimen.tsx';

/** A day of no particular year: this page looks the same on every day. */
const TODAY = '2026-03-10';
const TIMEFRAME = timeframeOf('CURRENT_YEAR', 'MONTHS', TODAY);

const COUNTS = { openedEpics: 0, closedEpics: 0, openedIssues: 2, closedIssues: 1 };

const epic = (
  title: string,
  startDate: string | null,
  dueDate: string | null,
  change: Partial<RoadmapEpic> = {},
): RoadmapEpic => ({
  id: `gid://gitlab/Epic/${title}`,
  iid: '1',
  type: 'epic',
  title,
  state: 'opened',
  webPath: '/-/gallery?tab=rows',
  reference: 'acme&1',
  confidential: false,
  hasChildren: false,
  hasParent: false,
  parentId: null,
  blocked: false,
  blockedByCount: 0,
  blockedBy: [],
  startDate,
  startDateIsFixed: true,
  dueDate,
  dueDateIsFixed: true,
  group: { id: 'gid://gitlab/Group/1', name: 'Acme', fullName: 'Acme', fullPath: 'acme' },
  permissions: { canAdmin: true, canAdminRelation: true, canUpdate: true, canCreate: true, canDestroy: true },
  descendantCounts: COUNTS,
  descendantWeightSum: { openedIssues: 2, closedIssues: 1 },
  color: null,
  textColor: null,
  ...change,
});

function row(shown: RoadmapEpic, toggle: RoadmapRow['toggle'] = 'none', level = 1): RoadmapRow {
  const made = rowOf(shown, level, toggle, false, TIMEFRAME);
  if (typeof made === 'string') throw new RangeError(`${shown.title}: ${made}`);
  return made;
}

const NO_ISSUES = {
  descendantCounts: { ...COUNTS, openedIssues: 0, closedIssues: 0 },
  descendantWeightSum: { openedIssues: 0, closedIssues: 0 },
};

const INHERITED = { startDateIsFixed: false, dueDateIsFixed: false };

const ROWS: readonly RoadmapRow[] = [
  row(epic('Expanded, a third is done', '2026-01-05', '2026-02-25'), 'expanded'),
  row(
    epic('In a color of its own', '2026-01-20', '2026-03-05', { color: '#217645', textColor: '#FFFFFF' }),
    'collapsed',
    2,
  ),
  row(
    epic('A light color, not to be changed', '2026-01-02', '2026-02-10', {
      color: '#f0e68c',
      textColor: '#FFFFFF',
      permissions: { canAdmin: false, canAdminRelation: false, canUpdate: false, canCreate: false, canDestroy: false },
    }),
    'none',
    3,
  ),
  row(epic('White', '2026-01-12', '2026-03-01', { color: '#ffffff', textColor: '#000000' })),
  row(epic('Black', '2026-01-12', '2026-03-01', { color: '#000000', textColor: '#ffffff' })),
  row(epic('Children are coming', '2026-01-01', '2026-01-14'), 'loading'),
  row(epic('Four days', '2026-01-05', '2026-01-08'), 'info'),
  row(epic('Children could not be read, its own dates inherited', '2026-01-08', '2026-03-20', INHERITED), 'failed'),
  row(epic('Without a start', null, '2026-01-31', { blocked: true, blockedByCount: 2 })),
  row(epic('Without an end, nothing below it', '2026-01-15', null, NO_ISSUES)),
  row(
    epic('Closed, of another group', '2025-11-01', '2026-02-01', {
      state: 'closed',
      group: { id: 'x', name: 'Web', fullName: 'Acme / Web', fullPath: 'acme/web' },
    }),
  ),
];

/** Bars on their way to other dates, one of them without room to say so. */
const MOVED: Readonly<Partial<Record<number, MovedBar>>> = {
  5: { bar: { left: 40, width: 200 }, dates: 'Jan 8 – Feb 11, 2026' },
  6: { bar: { left: 35, width: 23 }, dates: 'Jan 7 – Jan 10, 2026' },
};

/** RM-09: rows of the roadmap, some days of which are left of what is seen. */
export function Bars() {
  return (
    <Section id="bars" title="Bars of the roadmap">
      <div className={styles.timeline} role="treegrid" aria-label="Bars of the roadmap" tabIndex={0}>
        <div
          className={styles.bars}
          role="rowgroup"
          style={{ width: sectionWidth(TIMEFRAME), height: ROWS.length * ROW_HEIGHT } as CSSProperties}
        >
          {ROWS.map((row, index) => (
            <EpicRow
              key={row.id}
              row={row}
              timeframe={TIMEFRAME}
              today={dayNumber(TODAY)}
              index={index}
              above={0}
              active={null}
              preview={MOVED[index] ?? null}
              out={index === 8 ? 'after' : null}
              notShown={0}
              progressBy="WEIGHT"
              showProgress
              allowSubEpics
              groupPath="acme"
            />
          ))}
        </div>
      </div>
    </Section>
  );
}
