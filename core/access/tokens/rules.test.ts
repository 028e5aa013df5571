import { isTokenScope, lastExpiry, offeredExpiry, tokenFaults, tokenHasExpired } from './rules.ts';

const TODAY = '2026-11-23';

test('RP-02.115 a token has a name of at most 255 characters and ends after today, within 365 days', () => {
  const faults = (name: string, expiresAt: string) => tokenFaults({ name, expiresAt }, TODAY);
  expect(faults(' CI ', '2026-11-24')).toEqual({});
  expect(faults('🔑'.repeat(255), lastExpiry(TODAY))).toEqual({});
  expect(faults(' ', '2026-11-23')).toEqual({ name: "can't be blank", expiresAt: 'must be after today' });
  expect(faults('x'.repeat(256), '2027-11-24')).toEqual({
    name: 'is too long (maximum is 255 characters)',
    expiresAt: 'must be within 365 days',
  });
  expect(faults('a\0b', '')).toEqual({ name: 'is not valid', expiresAt: 'must be a day' });
  expect(faults('a', offeredExpiry(TODAY))).toEqual({});
  expect([offeredExpiry(TODAY), lastExpiry(TODAY)]).toEqual(['2026-12-23', '2027-11-23']);
});

test('RP-02.116 a token has expired on its day', () => {
  expect(['2026-11-22', '2026-11-23', '2026-11-24', null].map((day) => tokenHasExpired(day, TODAY))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('there are two scopes', () => {
  expect(['api', 'read_api', 'sudo', null].map(isTokenScope)).toEqual([true, true, false, false]);
});
