import { roadmapEpic } from './epic.ts';
import { tableOf, emptyTable } from '../table/index.ts';
import type { DependencyLine } from './rules.ts';
import type { RoadmapMilestone } from './types.ts';
import {
  createRows,
  dependencyLines,
  DETAILS_WIDTH,
  linePath,
  milestoneRows,
  pictureScale,
  pictureTitle,
  PictureTooLarge,
  printedPages,
  roadmapCsv,
  roadmapSvg,
  timeframeOf,
  xmlText,
} from './rules.ts';
import { epicNode, gid } from './testing/answers.ts';

const timeframe = timeframeOf('CURRENT_YEAR', 'MONTHS', '2026-11-21');

function rowsOf(...changes: readonly Parameters<typeof epicNode>[1][]) {
  const epics = changes.map((change, index) => roadmapEpic(epicNode(index + 1, change)));
  const list = createRows()({
    epics: tableOf(epics.map((epic) => [epic.id, epic] as const)),
    ids: epics.map(({ id }) => id),
    undated: [],
    children: emptyTable(),
    marks: emptyTable(),
    fresh: [],
    filtered: false,
    timeframe,
  });
  return list.rows;
}

test('RM-09.16 a line for each row, quoted where it has to be', () => {
  const rows = rowsOf({ title: 'Plain' }, { title: 'a "b",\nc', startDate: null });
  expect(roadmapCsv(rows, { progressBy: 'COUNT', origin: 'https://host' })).toBe(
    'Level,Reference,Title,State,Group,Start date,Due date,Progress (%),Closed,Total,Link\r\n' +
      '1,acme&1,Plain,opened,Acme,2026-11-02,2026-11-20,60,3,5,https://host/groups/acme/-/epics/1\r\n' +
      '1,acme&2,"a ""b"",\nc",opened,Acme,,2026-11-20,60,3,5,https://host/groups/acme/-/epics/2\r\n',
  );
  expect(roadmapCsv([], { progressBy: 'COUNT' }).split('\r\n')).toHaveLength(2);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('RM-09.17 %j is text and no formula', (title) => {
  const [, line = ''] = roadmapCsv(rowsOf({ title }), { progressBy: 'WEIGHT' }).split('acme&1,');
  expect(line.replace(/^"/, '').startsWith(`'${title}`)).toBe(true);
});

test('RM-09.34 a line between rows is the path of the screen; a late one is broken', () => {
  const rows = rowsOf(
    { dueDate: '2026-11-10' },
    { startDate: '2026-11-05', blockedByEpics: { nodes: [{ id: gid(1) }] } },
  );
  const lines = dependencyLines({ rows, places: new Map(rows.map(({ id }, index) => [id, index])) });
  const svg = roadmapSvg({
    title: 'Lines',
    rows,
    timeframe,
    today: '2026-11-21',
    progressBy: 'COUNT',
    showProgress: true,
    lines,
  });
  const [line] = lines as [DependencyLine];
  expect(svg).toContain(
    `<path d="${linePath(line, { left: DETAILS_WIDTH, top: 88, width: 2520 }).line}" fill="none" stroke-width="1.5" stroke="#c91c00" stroke-dasharray`,
  );
  // RM-09.49: behind bars and names, which are drawn after it.
  expect(svg.indexOf('stroke-dasharray')).toBeLessThan(svg.indexOf('Epic 1<'));
});

describe('on paper', () => {
  const years = timeframeOf('THREE_YEARS', 'MONTHS', '2026-11-21');
  type Change = Parameters<typeof epicNode>[1];
  const print = (
    count: number,
    change: Change | ((index: number) => Change) = {},
    milestones: readonly RoadmapMilestone[] = [],
  ) => {
    const epics = Array.from({ length: count }, (_, index) =>
      roadmapEpic(epicNode(index + 1, typeof change === 'function' ? change(index) : change)),
    );
    const { rows } = createRows()({
      epics: tableOf(epics.map((epic) => [epic.id, epic] as const)),
      ids: epics.map(({ id }) => id),
      undated: [],
      children: emptyTable(),
      marks: emptyTable(),
      fresh: [],
      filtered: false,
      timeframe: years,
    });
    return printedPages({
      title: 'Paper',
      rows,
      timeframe: years,
      today: '2026-11-21',
      progressBy: 'COUNT',
      showProgress: true,
      milestones,
    });
  };
  const sizes = (svg: string) => /width="(\d+)" height="(\d+)"/.exec(svg)?.slice(1).map(Number) as [number, number];

  test('RM-09.35 only the stretches in which something lies, at most seven cells each', () => {
    const pages = print(2);
    expect(pages).toHaveLength(1);
    expect(sizes(pages[0] ?? '')[0]).toBe(DETAILS_WIDTH + 6 * 180);
    expect(pages[0]).toContain('2026 Nov');
    expect(print(1, { startDate: '2025-06-01', dueDate: '2028-01-01' })).toHaveLength(6);
  });

  test('RM-09.35 every row stands on a sheet, with its name, and no sheet is higher than paper', () => {
    const pages = print(50);
    expect(pages).toHaveLength(3);
    for (const page of pages) {
      const [width, height] = sizes(page);
      expect(height / width).toBeLessThan(0.66);
    }
    const names = pages.flatMap((page) =>
      [...page.matchAll(/font-size="16.9" fill="#28272d">(Epic \d+)</g)].map(([, name]) => name),
    );
    expect(names).toEqual(Array.from({ length: 50 }, (_, index) => `Epic ${index + 1}`));
  });

  test('RM-09.35 a row stands only in the stretches that its bar lies in', () => {
    const early = { startDate: '2025-06-01', dueDate: '2025-06-30' };
    const both = { startDate: '2025-06-01', dueDate: '2026-03-10' };
    const pages = print(3, (index) => [early, both, { startDate: '2026-03-01', dueDate: '2026-03-09' }][index] ?? {});
    expect(
      pages.map((page) => [...page.matchAll(/font-size="16.9" fill="#28272d">(Epic \d)</g)].map(([, name]) => name)),
    ).toEqual([
      ['Epic 1', 'Epic 2'],
      ['Epic 2', 'Epic 3'],
    ]);
  });

  test('RM-09.35 a stretch in which only a milestone goes on is left out; one in which it begins or ends is not', () => {
    const mark = { id: 'm', webPath: '', groupMilestone: true, subgroupMilestone: false, projectMilestone: false };
    const open = { ...mark, title: 'Open', startDate: '2026-11-10', dueDate: null };
    expect(print(1, {}, [open])).toHaveLength(1);
    const closed = { ...mark, title: 'Closed', startDate: '2026-11-10', dueDate: '2027-12-24' };
    const pages = print(1, {}, [closed]);
    expect(pages.map((page) => /text-anchor="end">([^·]*) ·/.exec(page)?.[1])).toEqual([
      'Nov 1, 2026 – Apr 30, 2027',
      'Nov 1, 2027 – Apr 30, 2028',
    ]);
  });

  test('RM-09.37 a sheet says its days, and which one it is', () => {
    const notes = print(50, { startDate: '2026-10-15', dueDate: '2027-03-10' }).map(
      (page) => /text-anchor="end">([^<]*)</.exec(page)?.[1],
    );
    expect(notes).toHaveLength(6);
    expect(notes[0]).toBe('May 1 – Oct 31, 2026 · sheet 1 of 6');
    expect(notes[5]).toBe('Nov 1, 2026 – Apr 30, 2027 · sheet 6 of 6');
  });

  test('RM-09.35 a bar that goes on beyond its sheet is cut at the edge, on every sheet', () => {
    const pages = print(1, { startDate: '2026-10-15', dueDate: '2027-03-10' });
    const bars = pages.map((page) => /<rect x="([\d.]+)" y="95" width="([\d.]+)"/.exec(page)?.slice(1).map(Number));
    expect(bars).toHaveLength(2);
    const [first, second] = bars as [number, number][];
    expect((first?.[0] ?? 0) + (first?.[1] ?? 0)).toBeCloseTo(DETAILS_WIDTH + 6 * 180, 1);
    expect(second?.[0]).toBe(DETAILS_WIDTH);
  });
});

describe('the picture', () => {
  const picture = (...changes: readonly Parameters<typeof epicNode>[1][]) => ({
    title: 'Roadmap of Acme & <friends>',
    rows: rowsOf(...changes),
    timeframe,
    today: '2026-11-21',
    progressBy: 'COUNT' as const,
    showProgress: true,
  });

  test('RM-09.18 a bar stands where it stands on the screen', () => {
    const shown = { ...picture({}, { startDate: '2026-01-01', dueDate: '2026-01-31' }), today: '2026-01-05' };
    const svg = roadmapSvg(shown);
    const round = (value: number) => Math.round(value * 100) / 100;
    for (const { bar } of shown.rows) {
      expect(svg).toContain(`<rect x="${round(DETAILS_WIDTH + bar.left)}" y="`);
      expect(svg).toContain(`width="${round(bar.width)}" height="22"`);
    }
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="2480" height="160"/);
    expect(svg.match(/<line /g)).toHaveLength(12 + 1 + 1 + 2);
  });

  test('RM-09.39 a closed epic says so; the text of a bar is as the screen colours it', () => {
    const shown = picture({ color: '#eeeeee', textColor: '#ffffff' }, { state: 'closed' });
    const asked: (readonly [string, string])[] = [];
    const textOn = (background: string, wished: string) => {
      asked.push([background, wished]);
      return '#123456';
    };
    const svg = roadmapSvg({ ...shown, textOn });
    expect(svg.match(/ · Closed</g)).toHaveLength(1);
    expect(asked[0]).toEqual(['#eeeeee', '#ffffff']);
    expect(svg).toContain('fill="#123456"');
    expect(roadmapSvg(shown)).not.toContain('#123456');
  });

  test('RM-09.48 a bar that would be lost on the paper has an edge, drawn within it', () => {
    const shown = picture({ color: '#ffffff' }, { color: '#000000' }, {});
    const [left, width] = [DETAILS_WIDTH + (shown.rows[0]?.bar.left ?? 0), shown.rows[0]?.bar.width ?? 0];
    expect(roadmapSvg(shown)).not.toContain('#828a85');
    const svg = roadmapSvg({ ...shown, today: '2026-11-01', lost: (color) => color === '#ffffff' });
    const edged = svg.match(/<rect [^>]* stroke="#828a85"\/>/g) ?? [];
    expect(edged).toHaveLength(1);
    const [x, wide] = [/ x="([\d.]+)"/, / width="([\d.]+)"/].map((part) => Number(part.exec(edged[0] ?? '')?.[1]));
    expect(x).toBeCloseTo(left + 0.5, 1);
    expect(wide).toBeCloseTo(width - 1, 1);
  });

  test('RM-09.51 a title without room in its bar stands behind it, or before it', () => {
    const shown = picture({ startDate: '2026-11-01', dueDate: '2026-11-08', title: 'Tight' });
    expect(shown.rows[0]?.narrow).toBe(false);
    const [{ left, width }] = [shown.rows[0]?.bar ?? { left: 0, width: 0 }];
    const at = DETAILS_WIDTH + left + width + 12;
    expect(roadmapSvg(shown)).toContain(`<text x="${Math.round(at * 100) / 100}" y="110"`);
    const late = picture({ startDate: '2026-12-20', dueDate: '2026-12-28', title: 'Tight' });
    expect(roadmapSvg(late)).toMatch(/text-anchor="end">Tight 60%</);
  });

  test('RM-09.18 every text is escaped, and what XML does not allow is left out', () => {
    expect(xmlText('a<b>&"c"\u0000\ud800\u{1f600}\udc00\tz')).toBe('a&lt;b&gt;&amp;&quot;c&quot;\u{1f600}\tz');
    const svg = roadmapSvg(picture({ title: '<script>alert(1)</script>', color: '"><x' }));
    expect(svg).not.toMatch(/<script|<x/);
    expect(svg).toContain('<title>Roadmap of Acme &amp; &lt;friends&gt;</title>');
  });

  test('RM-09.18 milestones stand above the rows; the text of a narrow bar stands beside it', () => {
    const milestone = {
      id: 'm',
      title: 'v1.30 of the product',
      webPath: '',
      startDate: '2026-01-01',
      dueDate: '2026-06-30',
      groupMilestone: true,
      subgroupMilestone: false,
      projectMilestone: false,
    };
    const milestones = milestoneRows([milestone], 'ALL', timeframe);
    const svg = roadmapSvg({ ...picture({ startDate: '2026-11-20', title: 'Short' }), milestones });
    expect(svg).toContain('v1.30 of the product');
    expect(svg.match(/>Short/g)).toHaveLength(2);
    expect(svg).toContain('height="156"');
  });
});

test('RM-09.42 a picture is twice as large as its drawing, or as large as browsers draw, or refused', () => {
  expect(pictureScale(2840, 2000)).toBe(2);
  // 700 epics of a quarter can still be read.
  expect(pictureScale(2840, 35_090)).toBeGreaterThan(0.9);
  for (const [width, height] of [
    [2840, 35_090],
    [6800, 9000],
    [31_000, 9000],
  ] as const) {
    const scale = pictureScale(width, height);
    expect(Math.max(width, height) * scale).toBeLessThanOrEqual(32_000);
    expect(width * height * scale ** 2).toBeLessThanOrEqual(160e6 * 1.001);
  }
  expect(() => pictureScale(2840, 500_000)).toThrow(PictureTooLarge);
});

test('RM-09.38 its title says where it shows the first epics of more', () => {
  expect(pictureTitle('Roadmap · acme', 50, true)).toBe('Roadmap · acme · the first 50 epics');
  expect(pictureTitle('Roadmap · acme', 20, false)).toBe('Roadmap · acme');
});
