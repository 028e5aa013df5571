import '@fontsource-variable/inter/wght.css';
import '../../../../src/ui/tokens.css';
import '../../../../src/ui/base.css';
import type { Mounted, Tree } from './contestant.ts';
import { arborist } from './arborist.tsx';
import { painted, until } from './contestant.ts';
import { espalier } from './espalier.tsx';
import { floor } from './floor.tsx';
import { FrameLog } from './frames.ts';
import { headlessTree } from './headless-tree.tsx';

const TREES: Readonly<Record<string, Tree>> = { floor, espalier, arborist, 'headless-tree': headlessTree };

const stage = document.getElementById('stage')!;
let mounted: Mounted | null = null;
let log: FrameLog | null = null;
/** When the pointer first moved while it was pressed, and when the frame that shows the drag had been painted. */
let drag = { from: 0, to: 0 };

const here = (): Mounted => {
  if (mounted === null) throw new Error('Nothing is mounted');
  return mounted;
};

/** The page's side of the benchmark, called from the process that measures. */
const bench = {
  async mount(name: string, size: number): Promise<void> {
    mounted = await TREES[name]!.mount(stage, size);
    await until(() => here().titles().length === 1, 'the folded parent');
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3000 }));
  },

  unmount(): void {
    here().unmount();
    mounted = null;
  },

  /** Milliseconds from the click to the painted rows. The click falls at the start of a frame, so that no waiting for one is counted. */
  async unfold(size: number): Promise<number> {
    const start = await new Promise<number>((resolve) =>
      requestAnimationFrame(() => {
        const now = performance.now();
        here().toggle().click();
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(now);
        port2.postMessage(null);
      }),
    );
    // The window onto the rows is full, and there is as much to scroll as there are rows.
    const done = (): boolean =>
      here().titles().length >= 12 && here().scroller().scrollHeight > size * 30 && here().rowCount() === size + 1;
    await until(done, 'the unfolded rows');
    return performance.now() - start;
  },

  nodes: (): number => stage.querySelectorAll('*').length,
  titles: (): string[] => here().titles(),
  rowCount: (): number => here().rowCount(),

  async scrollTo(top: number): Promise<void> {
    here().scroller().scrollTop = top;
    for (let frames = 0; frames < 4; frames += 1) await painted();
  },

  async scrollToEnd(): Promise<void> {
    for (let turn = 0; turn < 6; turn += 1) await bench.scrollTo(here().scroller().scrollHeight);
  },

  /** Three rows further in every frame. */
  async scroll(frames: number): Promise<{ p95: number; longTasks: number[] }> {
    await bench.scrollTo(0);
    const scrolling = new FrameLog();
    for (let frame = 0; frame < frames; frame += 1) {
      await new Promise(requestAnimationFrame);
      here().scroller().scrollTop += 123;
    }
    return scrolling.end();
  },

  /** A place on a row near the middle of what is seen, once it takes the pointer: some lists do not while they scroll. */
  async grip(): Promise<{ x: number; y: number }> {
    const box = here().scroller().getBoundingClientRect();
    const [x, middle] = [box.left + 500, box.top + box.height / 2];
    const row = (): Element | null => document.elementFromPoint(x, middle)?.closest('[data-row]') ?? null;
    await until(() => row() !== null, 'a row under the pointer');
    const { top, height } = row()!.getBoundingClientRect();
    return { x, y: top + height / 2 };
  },

  /** Watches for the drag that the pointer is about to start. */
  watchDrag(): void {
    drag = { from: 0, to: 0 };
    const first = (): void => {
      drag.from = performance.now();
      removeEventListener('mousemove', first, true);
      const look = async (): Promise<void> => {
        await until(() => here().dragging(), 'a drag');
        await painted();
        drag.to = performance.now();
      };
      void look();
    };
    addEventListener('mousedown', () => addEventListener('mousemove', first, true), { once: true, capture: true });
  },

  /** Milliseconds from the first move of the pressed pointer to the painted drag; null as long as there is none. */
  dragStart: (): number | null => (drag.to === 0 ? null : drag.to - drag.from),

  record(): void {
    log = new FrameLog();
  },
  recorded: () => log!.end(),
};

declare global {
  interface Window {
    bench: typeof bench;
  }
}

window.bench = bench;
