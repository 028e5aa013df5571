/** A chart that is drawn. */
export interface Mounted {
  /** Epics that there are, drawn or not. */
  count(): number;
  /** Titles of the rows or, where there are none, of the bars that are drawn, from the top. */
  titles(): string[];
  /** Bars that are drawn, by their place in the timeline: pixels from its start. Null where the chart lays time out in another way. */
  places(): readonly Place[] | null;
  bars(): number;
  scrollTo(place: { readonly x: number; readonly y: number }): void;
  unmount(): void;
}

export interface Place {
  /** Of its epic. */
  readonly title: string;
  readonly left: number;
  readonly width: number;
}

/** A way to draw epics along time. */
export interface Chart {
  /** Everything in hand, in the chart's own form, up to the moment in which a page would draw it; what it gives draws it at once. */
  prepare(stage: HTMLElement, size: number): Promise<() => Mounted>;
}

/** Texts of elements by their place on the screen. */
export const fromTop = (elements: Iterable<Element>): string[] =>
  [...elements]
    .map((element) => ({ top: element.getBoundingClientRect().top, text: element.textContent ?? '' }))
    .sort((a, b) => a.top - b.top)
    .map(({ text }) => text.trim());

/** Places of bars beside the left edge of the first cell. */
export const placesOf = (bars: Iterable<Element>, origin: number): Place[] =>
  [...bars].map((element) => {
    const { left, width } = element.getBoundingClientRect();
    return { title: /Epic [0-9]+ of many/.exec(element.textContent ?? '')?.[0] ?? '', left: left - origin, width };
  });

export const query = (stage: HTMLElement, selector: string): HTMLElement => {
  const found = stage.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`There is no ${selector}`);
  return found;
};
