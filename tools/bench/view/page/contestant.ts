import type { RowModel } from '@espalier/core';

/** What every tree shows: one parent, folded, and its children. */
export interface Family {
  readonly parent: RowModel;
  readonly children: readonly RowModel[];
}

/** Pixels of a row where a tree has to be told, and of the window onto the rows. */
export const ROW_HEIGHT = 40;
export const LIST_HEIGHT = 576;
export const WIDTH = 1120;

/** A tree that is mounted, folded, with everything loaded that it will ever load. */
export interface Mounted {
  /** The element that folds and unfolds the parent. */
  toggle(): HTMLElement;
  scroller(): HTMLElement;
  /** Rows that there are, drawn or not. */
  rowCount(): number;
  /** Titles of the rows that are drawn, from the top. */
  titles(): string[];
  /** Something hangs at the pointer. */
  dragging(): boolean;
  unmount(): void;
}

export interface Tree {
  mount(stage: HTMLElement, size: number): Promise<Mounted>;
}

/** Resolves behind the painting of the frame that is being made. */
export const behindPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });

/** Resolves once the frame that is being made has been painted. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => void behindPaint().then(resolve)));

/** Waits, a frame at a time, until something is so. */
export async function until(isSo: () => boolean, what: string): Promise<void> {
  for (let frames = 0; !isSo(); frames += 1) {
    if (frames > 1200) throw new Error(`Waited in vain: ${what}`);
    await painted();
  }
}

export const query = (stage: HTMLElement, selector: string): HTMLElement => {
  const found = stage.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`There is no ${selector}`);
  return found;
};

/** Texts of elements by their place on the screen. */
export const textsFromTop = (elements: Iterable<HTMLElement>): string[] =>
  [...elements]
    .map((element) => ({ top: element.getBoundingClientRect().top, text: element.textContent ?? '' }))
    .sort((a, b) => a.top - b.top)
    .map(({ text }) => text);
