import { limitState, placesLeft, trialDay } from './rules.ts';

test('BD-06.1 the day of a trial is counted from 1 to its duration, and what remains with today', () => {
  const trial = { startsOn: '2028-02-15', duration: 30 };
  const of = (today: string) => trialDay(trial, today);
  expect(of('2028-02-14')).toBeNull();
  expect(of('2028-02-15')).toEqual({ day: 1, duration: 30, remaining: 30, endsOn: '2028-03-16' });
  // A leap year.
  expect(of('2028-02-29')).toMatchObject({ day: 15, remaining: 16 });
  expect(of('2028-03-15')).toMatchObject({ day: 30, remaining: 1 });
  expect(of('2028-03-16')).toBeNull();
  const only = { startsOn: '2026-12-31', duration: 1 };
  expect(trialDay(only, '2026-12-31')).toEqual({ day: 1, duration: 1, remaining: 1, endsOn: '2027-01-01' });
  expect(trialDay(only, '2027-01-01')).toBeNull();
});

test('BD-13.10 two places or fewer are close to the limit, none or more people than places has reached it', () => {
  const at = (limit: number | null, members: number) => [
    placesLeft({ limit, members }),
    limitState({ limit, members }),
  ];
  expect(at(null, 500)).toEqual([null, 'none']);
  expect(at(5, 2)).toEqual([3, 'far']);
  expect(at(5, 3)).toEqual([2, 'close']);
  expect(at(5, 4)).toEqual([1, 'close']);
  expect(at(5, 5)).toEqual([0, 'reached']);
  expect(at(5, 7)).toEqual([0, 'reached']);
});
