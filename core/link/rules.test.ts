import { blockedByCount, isBlocked, linkTypeSeenFrom } from './rules.ts';

test('RL-01.1 the blocked end sees the inverse', () => {
  expect(linkTypeSeenFrom('blocks', 'source')).toBe('blocks');
  expect(linkTypeSeenFrom('blocks', 'target')).toBe('is_blocked_by');
  expect(linkTypeSeenFrom('relates_to', 'target')).toBe('relates_to');
});

test('TR-07.6 only open blockers count', () => {
  const blockers = [{ state: 'opened' }, { state: 'closed' }, { state: 'opened' }] as const;
  expect(blockedByCount(blockers)).toBe(2);
  expect([isBlocked(blockers), isBlocked([{ state: 'closed' }]), isBlocked([])]).toEqual([true, false, false]);
});
