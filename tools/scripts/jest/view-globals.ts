/** What browsers have and jsdom lacks, for the libraries of the view. A test that cares about sizes or media brings its own. */
import { TextDecoder, TextEncoder } from 'node:util';

class NoObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const missing: Record<string, unknown> = {
  TextEncoder,
  TextDecoder,
  ResizeObserver: NoObserver,
  IntersectionObserver: NoObserver,
  matchMedia: (media: string): MediaQueryList =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener(): void {},
      removeListener(): void {},
    }),
};

for (const [name, value] of Object.entries(missing)) {
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
