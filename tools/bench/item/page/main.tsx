import { createRoot } from 'react-dom/client';
import { Bare, forget } from './form.tsx';
import type { BareAddress } from './read.ts';
import { opened, type Opened, type Opening } from './opened.ts';
import { Watch, type Watched } from './watch.ts';

let watch: Watch | null = null;

/** The page's side of the benchmark, called from the process that measures. */
const itemBench = {
  opened: (opening: Opening): Promise<Opened> => opened(opening),

  /** The bare form takes the place of the page. */
  mount(over: boolean, items: readonly BareAddress[]): void {
    document.body.replaceChildren();
    const root = document.createElement('main');
    document.body.append(root);
    createRoot(root).render(<Bare over={over} items={items} />);
  },
  /** What the form has read is read anew. */
  forget,

  watch(): void {
    watch = new Watch();
  },
  watched: (): Watched => watch!.end(),
};

declare global {
  interface Window {
    itemBench: typeof itemBench;
  }
}

window.itemBench = itemBench;
