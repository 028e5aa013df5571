import { createClock } from './browser.ts';
import { followRegion, region } from './region.ts';

afterEach(() => followRegion({ settings: { firstDayOfWeek: 0 } }));

/** Noon of 2026-11-29 in London. */
const NOON = Date.UTC(2026, 10, 29, 12);
const today = () => createClock(window, () => NOON).today();

test('AP-09.61 today is the day of the time zone that the account has; without one, of the browser', () => {
  const here = today();
  followRegion({ settings: { timeZone: 'Pacific/Kiritimati', firstDayOfWeek: 1 } });
  expect([today(), region.firstDayOfWeek]).toEqual(['2026-11-30', 1]);
  followRegion({ settings: { timeZone: 'Etc/GMT+12', firstDayOfWeek: 6 } });
  expect([today(), region.firstDayOfWeek]).toEqual(['2026-11-29', 6]);
  for (const settings of [{ firstDayOfWeek: 0 }, {}, { timeZone: 'Moon/Tranquility' }]) {
    followRegion({ settings });
    expect(today()).toBe(here);
  }
  followRegion(null);
  expect(today()).toBe(here);
});
