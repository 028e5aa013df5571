import { jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useRef } from 'react';
import { dayOfNumber } from '@espalier/core/calendar';
import type { RoadmapEpic, RoadmapRow, RowList } from '@espalier/core/roadmap';
import { dependencyLines } from '@espalier/core/roadmap';
import { BarExtras } from './bar-extras.tsx';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const COUNTS = { openedEpics: 0, closedEpics: 0, openedIssues: 1, closedIssues: 1 };

function row(id: string, left: number, startDay: number, blockedBy: readonly string[] = []): RoadmapRow {
  const epic: RoadmapEpic = {
    id,
    iid: '1',
    type: 'epic',
    title: `Epic ${id}`,
    state: 'opened',
    webPath: '/',
    reference: `acme&${id}`,
    confidential: false,
    hasChildren: false,
    hasParent: false,
    parentId: null,
    blocked: blockedBy.length > 0,
    blockedByCount: blockedBy.length,
    blockedBy,
    startDate: dayOfNumber(startDay),
    startDateIsFixed: true,
    dueDate: dayOfNumber(startDay + 10),
    dueDateIsFixed: true,
    group: { id: 'g', name: 'Acme', fullName: 'Acme', fullPath: 'acme' },
    permissions: { canAdmin: true, canAdminRelation: true, canUpdate: true, canCreate: true, canDestroy: true },
    descendantCounts: COUNTS,
    descendantWeightSum: { openedIssues: 1, closedIssues: 1 },
    color: null,
    textColor: null,
  };
  const ends = { startUndefined: false, endUndefined: false, startOutOfRange: false, endOutOfRange: false };
  return {
    id,
    epic,
    level: 1,
    indent: 1,
    toggle: 'none',
    days: { start: startDay, end: startDay + 10, ...ends },
    bar: { left, width: 100 },
    narrow: false,
    fresh: false,
  };
}

/** `b` starts when `a` is over; `c` starts before, though `a` blocks it too. */
const ROWS = [row('a', 0, 100), row('b', 300, 120, ['a']), row('c', 50, 105, ['a'])];
const LIST: RowList = { rows: ROWS, rejected: [], places: new Map(ROWS.map(({ id }, index) => [id, index])) };

function Grid({ endRow, moving = false }: { readonly endRow: number; readonly moving?: boolean }) {
  const grid = useRef<HTMLDivElement>(null);
  return (
    <div ref={grid} role="treegrid">
      {ROWS.map(({ id }) => (
        <div key={id} data-row={id}>
          <span />
          <button type="button" data-cell="bar">
            {id}
          </button>
        </div>
      ))}
      <BarExtras
        grid={grid}
        list={LIST}
        lines={dependencyLines(LIST)}
        sight={{ firstRow: 0, endRow, firstCell: 0, endCell: 5 }}
        width={900}
        rowsTop={0}
        moving={moving}
        progressBy="WEIGHT"
        showProgress
        today={1000}
      />
    </div>
  );
}

/** Beginnings and ends of the drawn lines, by how they look. */
const drawn = () =>
  Object.fromEntries(
    [...document.querySelectorAll('path[data-line]')].map((path) => [
      path.getAttribute('class') ?? '',
      (path.getAttribute('d') ?? '')
        .split('M')
        .slice(1)
        .map((line) => [/^\d+ \d+/, /\d+ \d+$/].map((end) => end.exec(line)?.[0])),
    ]),
  );
const rest = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

test('RM-09.14 lines run from the end of the blocking bar to the start of the blocked one; RM-09.15 late ones look so', () => {
  render(<Grid endRow={3} />);
  expect(drawn()).toEqual({ line: [['100 18', '300 54']], 'line late': [['100 18', '50 90']] });
  expect(document.querySelectorAll('path[data-head]')).toHaveLength(2);
});

test('lines whose rows are out of sight are not drawn', () => {
  render(<Grid endRow={0} />);
  expect(document.querySelector('path')).toBeNull();
});

test('RM-09.54 the lines of a bar that is pointed at stand out at once; its popover comes when the pointer rests, and Escape takes it away', () => {
  render(<Grid endRow={3} />);
  fireEvent.pointerOver(screen.getByRole('button', { name: 'c' }));
  expect(Object.keys(drawn())).toEqual(['line', 'line late hot']);
  expect(screen.queryByRole('tooltip')).toBeNull();
  rest(300);
  const popover = screen.getByRole('tooltip');
  expect(popover).toHaveTextContent('Epic c');
  // RM-09.54: it is the day after.
  expect(popover).toHaveTextContent('Apr 16 – Apr 26, 1970 · Overdue');
  expect(popover).toHaveTextContent('1 of 2 weight completed');
  expect(within(popover).getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuenow', '50');
  expect(popover).toHaveTextContent('Blocked by Epic a, which is due after this starts');
  // On the way from the bar to the popover nothing is lost.
  fireEvent.pointerOver(document.body);
  rest(100);
  fireEvent.pointerOver(popover);
  rest(1000);
  expect(screen.getByRole('tooltip')).toBeInTheDocument();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByRole('tooltip')).toBeNull();
  expect(Object.keys(drawn())).toEqual(['line', 'line late']);
});

test('RM-09.43 a bar on its way has no popover; when it has arrived it has one again', () => {
  const { rerender } = render(<Grid endRow={3} />);
  fireEvent.pointerOver(screen.getByRole('button', { name: 'c' }));
  rest(300);
  rerender(<Grid endRow={3} moving />);
  expect(screen.queryByRole('tooltip')).toBeNull();
  rerender(<Grid endRow={3} />);
  expect(screen.getByRole('tooltip')).toBeInTheDocument();
});
