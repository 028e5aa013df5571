import type { Page, Request } from 'playwright-core';

/** Requests of a page that are not answered, and when (of `performance`) the last one began or ended. */
interface Traffic {
  readonly open: Set<Request>;
  last: number;
}

const traffic = new WeakMap<Page, Traffic>();

/** What stays open for as long as the page does. */
const LASTING = ['websocket', 'eventsource', 'ping'];

/** From here on `quiet` knows what the page asks for. */
export function watchTraffic(page: Page): void {
  const seen: Traffic = { open: new Set(), last: performance.now() };
  traffic.set(page, seen);
  page.on('request', (request) => {
    if (LASTING.includes(request.resourceType())) return;
    seen.open.add(request);
    seen.last = performance.now();
  });
  const end = (request: Request) => {
    if (seen.open.delete(request)) seen.last = performance.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
}

/** Milliseconds in which a page that has got an answer asks for what follows from it; and how long it may take to come to rest. */
const MOMENT = 300;
const PATIENCE = 20_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Waits until everything that the page has asked for is answered, and nothing follows for a moment. (Playwright's load state `networkidle` is
 * a thing of the loading: once reached it holds until the page is left, whatever is asked for after that.)
 */
export async function quiet(page: Page): Promise<void> {
  const seen = traffic.get(page);
  if (seen === undefined) throw new Error('Nobody watches what this page asks for.');
  const begun = performance.now();
  for (const end = begun + PATIENCE; performance.now() < end; await pause(20)) {
    if (seen.open.size === 0 && performance.now() - Math.max(seen.last, begun) >= MOMENT) return;
  }
  throw new Error(`Not answered: ${[...seen.open].map((request) => request.url()).join(', ') || 'always one more'}`);
}

/** Does something, and waits until the server has answered the change that it makes: a request with these words in its address or its text. */
export async function answered<T>(page: Page, words: string, act: () => Promise<T>): Promise<T> {
  const answer = page.waitForResponse((response) => {
    const request = response.request();
    return request.method() !== 'GET' && `${request.url()} ${request.postData() ?? ''}`.includes(words);
  });
  const [result] = await Promise.all([act(), answer]);
  return result;
}
