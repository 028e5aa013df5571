import { jest } from '@jest/globals';
import {
  createClock,
  createConnection,
  createCookies,
  createIds,
  createNavigation,
  createStorage,
  createVisibility,
  reloadPage,
  warnBeforeLeaving,
} from './browser.ts';

test('today is the day of the viewer, not of UTC', () => {
  const now = new Date();
  const [year, month, day] = createClock().today().split('-').map(Number);
  expect([year, month, day]).toEqual([now.getFullYear(), now.getMonth() + 1, now.getDate()]);
});

test('a wait longer than a browser timer holds is made of several, and can be cancelled', () => {
  const timers: { run: () => void; wait: number }[] = [];
  const cleared: unknown[] = [];
  const host = {
    setTimeout: ((run: () => void, wait: number) => timers.push({ run, wait })) as unknown as Window['setTimeout'],
    clearTimeout: ((id: number) => cleared.push(id)) as unknown as Window['clearTimeout'],
  };
  const run = jest.fn();
  const cancel = createClock(host).after(3_000_000_000, run);
  timers[0]?.run();
  expect(run).not.toHaveBeenCalled();
  expect(timers.map(({ wait }) => wait)).toEqual([2_147_483_647, 3_000_000_000 - 2_147_483_647]);
  cancel();
  expect(cleared).toEqual([2]);
  timers[1]?.run();
  expect(run).toHaveBeenCalledTimes(1);
});

test('ids are UUIDs, also where the browser has no randomUUID', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  let seed = 7;
  const getRandomValues = ((bytes: Uint8Array) =>
    bytes.map(() => (seed = (seed * 31) % 251))) as Crypto['getRandomValues'];
  const ids = createIds({ getRandomValues });
  const first = ids.next();
  expect(first).toMatch(uuid);
  expect(ids.next()).not.toBe(first);
});

test('storage looks the store up at each call, so that a switched-off one throws there and not at the start', () => {
  const host = {
    get localStorage(): Storage {
      throw new DOMException('denied', 'SecurityError');
    },
  };
  const storage = createStorage(host);
  expect(() => storage.get('a')).toThrow('denied');
  const real = createStorage();
  real.set('a', '1');
  expect(real.get('a')).toBe('1');
  real.remove('a');
  expect(real.get('a')).toBeNull();
});

test('visibility follows the document', () => {
  const heard: boolean[] = [];
  const page = Object.assign(new EventTarget(), { hidden: true }) as unknown as Document;
  const stop = createVisibility(page).onChange((hidden) => heard.push(hidden));
  page.dispatchEvent(new Event('visibilitychange'));
  stop();
  page.dispatchEvent(new Event('visibilitychange'));
  expect(heard).toEqual([true]);
});

test('the connection follows the browser', () => {
  const heard: boolean[] = [];
  const navigator = { onLine: false };
  const host = Object.assign(new EventTarget(), { navigator }) as unknown as Window;
  const connection = createConnection(host);
  expect(connection.online()).toBe(false);
  const stop = connection.onChange((online) => heard.push(online));
  navigator.onLine = true;
  host.dispatchEvent(new Event('online'));
  stop();
  host.dispatchEvent(new Event('offline'));
  expect(heard).toEqual([true]);
});

test('RP-02.26 leaving is asked about while something is unsaved', () => {
  const host = new EventTarget() as Window;
  let unsaved = true;
  const kept = jest.fn(() => false);
  warnBeforeLeaving(() => unsaved, kept, host);
  const leave = () => host.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(false);
  unsaved = false;
  expect(leave()).toBe(true);
  // RP-02.39: what is typed is kept from here on.
  expect(kept).toHaveBeenCalledTimes(2);
});

test('RP-02.26 who stays when the product loads the page anew is asked again when they leave by themselves', () => {
  const host = Object.assign(new EventTarget(), { location: { reload: () => undefined } }) as unknown as Window;
  warnBeforeLeaving(
    () => true,
    () => true,
    host,
  );
  const leave = () => host.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  reloadPage(host);
  expect([leave(), leave()]).toEqual([true, false]);
});

describe('visiting', () => {
  const followed: string[] = [];
  const assigned: string[] = [];
  const host = {
    location: {
      href: 'http://plan.test/groups/a',
      origin: 'http://plan.test',
      assign: (url: string) => assigned.push(url),
    },
  } as unknown as Window;
  let changed = false;
  const navigation = createNavigation(
    (path) => followed.push(path),
    () => changed,
    host,
  );
  beforeEach(() => {
    followed.length = 0;
    assigned.length = 0;
    changed = false;
  });

  test('stays in the page within the product', () => {
    navigation.visit('/groups/a/-/epics/3?x=1#y');
    navigation.visit('http://plan.test/groups/b');
    expect(followed).toEqual(['/groups/a/-/epics/3?x=1#y', '/groups/b']);
    expect(assigned).toEqual([]);
  });

  test('leaves it for other sites, and loads anew for another viewer', () => {
    navigation.visit('https://elsewhere.test/x');
    changed = true;
    navigation.visit('/');
    expect(assigned).toEqual(['https://elsewhere.test/x', 'http://plan.test/']);
    expect(followed).toEqual([]);
  });

  test('never runs a script', () => {
    navigation.visit('javascript:alert(1)');
    expect([...followed, ...assigned]).toEqual([]);
  });
});

test('a cookie is kept for a year and the whole site, and read among others', () => {
  const page = { cookie: 'known=a%3Bb; collapsed_gutter=true; collapsed_gutter_old=no' };
  const cookies = createCookies(page, { protocol: 'https:' });
  expect(cookies.get('collapsed_gutter')).toBe('true');
  expect(cookies.get('known')).toBe('a;b');
  expect(cookies.get('gutter')).toBeNull();
  cookies.set('collapsed_gutter', 'false;x');
  expect(page.cookie).toBe('collapsed_gutter=false%3Bx; Path=/; Max-Age=31536000; SameSite=Lax; Secure');
  createCookies(page, { protocol: 'http:' }).set('a', 'b');
  expect(page.cookie).toBe('a=b; Path=/; Max-Age=31536000; SameSite=Lax');
});
