import { addDays, dayNumber } from '@espalier/core/calendar/rules';
import { RoadmapGroupEpicsOperation } from '@espalier/core/api';
import { clampDates, DEFAULT_VIEW, timeframeOf } from '@espalier/core/roadmap/rules';
import { type Json, openTestServer, type TestServer } from '../graphql/testing.ts';
import { planningFileOf, SIG_COLORS } from './demo-data.ts';
import { demoDataFile } from './fixtures.ts';
import type { PlanningFile } from './format.ts';
import { readJsonFile } from './read-file.ts';
import { seedDemo } from './seed.ts';

const demo = async (): Promise<PlanningFile> => (await readJsonFile(demoDataFile())) as PlanningFile;

describe('the file as of another day', () => {
  const texts = (value: unknown): readonly string[] =>
    typeof value === 'string'
      ? /^\d{4}-\d{2}-\d{2}/.test(value)
        ? [value]
        : []
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(texts)
        : [];
  const plans = ({ milestones, epics, issues }: PlanningFile) => ({ milestones, epics, issues });

  test.each(['2026-07-24', '2026-11-23', '2027-02-28', '2028-02-29', '2024-01-01'])(
    'has every date and every instant moved by as many days, to %s',
    async (day) => {
      const file = await demo();
      const days = dayNumber(day) - dayNumber(file.dataset.snapshotDate);
      const moved = planningFileOf(file, day);
      const [before, after] = [texts(plans(file)), texts(plans(moved))];
      expect(before.length).toBeGreaterThan(7000);
      expect(after).toEqual(before.map((text) => addDays(text.slice(0, 10), days) + text.slice(10)));
      expect(moved.dataset.snapshotDate).toBe(day);
    },
  );

  test('says nothing that happened after the day', async () => {
    const { epics, issues } = planningFileOf(await demo(), '2026-11-23');
    const instants = [...epics, ...issues].flatMap(({ createdAt, updatedAt, closedAt }) => [
      createdAt,
      updatedAt,
      closedAt,
    ]);
    expect(instants.filter((instant) => instant !== null && instant > '2026-11-23')).toEqual([]);
  });

  test('moves merge requests, where a file has any', async () => {
    const mergeRequest = { createdAt: '2026-07-01T10:00:00Z', mergedAt: null, closedAt: '2026-07-03T11:00:00Z' };
    const file = { ...(await demo()), mergeRequests: [mergeRequest] } as unknown as PlanningFile;
    expect(planningFileOf(file, '2026-07-25').mergeRequests).toEqual([
      { createdAt: '2026-07-02T10:00:00Z', mergedAt: null, closedAt: '2026-07-04T11:00:00Z' },
    ]);
  });
});

test('the colours of the SIGs carry white text and stand out from both themes', () => {
  const luminance = (hex: string): number =>
    [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
  const contrast = (one: string, other: string): number => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  expect(new Set(SIG_COLORS).size).toBe(22);
  for (const color of SIG_COLORS) {
    expect(contrast(color, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(color, '#161819')).toBeGreaterThanOrEqual(3);
  }
});

describe('the roadmap of the demo data', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(() => server.close());

  /** The bars of a group's roadmap without parameters, as the client asks for them and lays them out. */
  async function barsOn(day: string, fullPath: string) {
    const { range, preset, sort, state } = DEFAULT_VIEW;
    const timeframe = timeframeOf(range, preset, day, 0);
    const { data } = await server.graphql(RoadmapGroupEpicsOperation.text, {
      ...{ fullPath, sort, state, first: 50, topLevelHierarchyOnly: true, withColor: true },
      timeframe: { start: timeframe.startDate, end: timeframe.endDate },
    });
    return data.group.epics.edges.flatMap(({ node }: Json) => {
      const days = clampDates(node, timeframe);
      return typeof days === 'string'
        ? []
        : [{ ...days, color: String(node.color), due: node.dueDate as string | null }];
    }) as readonly { start: number; end: number; color: string; due: string | null }[];
  }

  test.each(['2026-12-31', '2027-02-14', '2027-07-01', '2028-02-29'])(
    'has bars around today on %s, in the colours of their SIGs',
    async (day) => {
      await server.database.reset();
      await seedDemo(server.database, { now: `${day}T05:30:00.000Z` });
      const today = dayNumber(day);
      const all = await barsOn(day, 'kubernetes');
      const around = all.filter(({ start, end }) => start <= today && end >= today);
      expect(around.length).toBeGreaterThanOrEqual(15);
      // Such as end within weeks, too, not only such as fill the whole time.
      expect(around.filter(({ due }) => due !== null && due < addDays(day, 45)).length).toBeGreaterThan(10);
      expect(new Set(all.map(({ color }) => color)).size).toBe(all.length);
      const node = await barsOn(day, 'kubernetes/sig-node');
      expect(node.filter(({ start, end }) => start <= today && end >= today).length).toBeGreaterThan(0);
    },
    60_000,
  );
});
