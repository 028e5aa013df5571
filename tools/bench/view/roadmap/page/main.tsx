import '@fontsource-variable/inter/wght.css';
import '../../../../../src/ui/tokens.css';
import '../../../../../src/ui/base.css';
import type { Chart, Mounted, Place } from './chart.ts';
import type { Frames } from '../../page/frames.ts';
import { painted, until } from '../../page/contestant.ts';
import { FrameLog } from '../../page/frames.ts';
import { dhtmlx } from './dhtmlx.ts';
import { espalier, screenAt } from './espalier.tsx';
import { floor } from './floor.tsx';
import { frappe } from './frappe.ts';
import { svar } from './svar.tsx';

const THREE_YEARS = 'timeframe_range_type=THREE_YEARS';
const CHARTS: Readonly<Record<string, Chart>> = {
  floor,
  espalier,
  dhtmlx,
  svar,
  frappe,
  quarters: screenAt(`${THREE_YEARS}&layout=QUARTERS`),
  months: screenAt(`${THREE_YEARS}&layout=MONTHS`),
  weeks: screenAt(`${THREE_YEARS}&layout=WEEKS`),
};

/** A chart with so many bars counts as drawn. Those that draw no bar beside the cells in sight have as few as this in the first rows. */
const FIRST_BARS = 3;

const stage = document.getElementById('stage')!;
let mounted: Mounted | null = null;

const here = (): Mounted => {
  if (mounted === null) throw new Error('Nothing is mounted');
  return mounted;
};

const frames = async (count: number): Promise<void> => {
  for (let frame = 0; frame < count; frame += 1) await painted();
};

/** The page's side of the benchmark, called from the process that measures. */
const bench = {
  /** Milliseconds from the beginning of a frame, everything being in hand, to the painted bars; and the long tasks meanwhile. */
  async mount(name: string, size: number): Promise<{ readonly time: number; readonly longTasks: number[] }> {
    const show = await CHARTS[name]!.prepare(stage, size);
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3000 }));
    const log = new FrameLog();
    const start = await new Promise<number>((resolve) =>
      requestAnimationFrame(() => {
        const now = performance.now();
        mounted = show();
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(now);
        port2.postMessage(null);
      }),
    );
    await until(() => here().bars() >= FIRST_BARS, `the first bars of ${name}`);
    const time = performance.now() - start;
    await frames(2);
    return { time, longTasks: log.end().longTasks };
  },

  async unmount(): Promise<void> {
    here().unmount();
    mounted = null;
    await frames(2);
  },

  nodes: (): number => stage.querySelectorAll('*').length,
  bars: (): number => here().bars(),
  count: (): number => here().count(),
  titles: (): string[] => here().titles(),
  places: (): readonly Place[] | null => here().places(),
  /** Elements of the first row, and their attributes but those that only a library reads. */
  markup: (): string[] =>
    [...(stage.querySelector('[data-row]')?.querySelectorAll('*') ?? [])].map(
      ({ tagName, className }) => `${tagName} ${className}`,
    ),

  async scrollTo(x: number, y: number): Promise<void> {
    here().scrollTo({ x, y });
    await frames(4);
  },

  /** So many frames, and pixels further in each. */
  async scroll(from: Point, step: Point, count: number): Promise<Frames> {
    await bench.scrollTo(from.x, from.y);
    const scrolling = new FrameLog();
    for (let frame = 1; frame <= count; frame += 1) {
      await new Promise(requestAnimationFrame);
      here().scrollTo({ x: from.x + step.x * frame, y: from.y + step.y * frame });
    }
    return scrolling.end();
  },
};

interface Point {
  readonly x: number;
  readonly y: number;
}

declare global {
  interface Window {
    roadmaps: typeof bench;
  }
}

window.roadmaps = bench;
