import { blockedByCount, isBlocked } from './rules.ts';

test('TR-07.6 only open blockers count', () => {
  const blockers = [{ state: 'opened' }, { state: 'closed' }, { state: 'opened' }] as const;
  expect(blockedByCount(blockers)).toBe(2);
  expect([isBlocked(blockers), isBlocked([{ state: 'closed' }]), isBlocked([])]).toEqual([true, false, false]);
});
