import fc from 'fast-check';
import {
  allBlockers,
  blockedByCount,
  blockingCycle,
  closingTexts,
  cutTitle,
  groupedLinks,
  isBlocked,
  LINK_LIMIT,
  type LinkCandidate,
  linkedNote,
  linkedState,
  linkFailure,
  LINKING_FAILED,
  linkTypeFor,
  LINK_TYPES,
  pipelineLook,
  resolveLinks,
  shownBlockers,
  splitReference,
  stateLook,
  stateTime,
  storedLink,
  unlinkedNote,
} from './rules.ts';

test('TR-07.6 only open blockers count', () => {
  const blockers = [{ state: 'opened' }, { state: 'closed' }, { state: 'opened' }] as const;
  expect(blockedByCount(blockers)).toBe(2);
  expect([isBlocked(blockers), isBlocked([{ state: 'closed' }]), isBlocked([])]).toEqual([true, false, false]);
});

test('RL-01.1 three lists in a fixed order, none of them empty, each in the order of the answer', () => {
  const links = (['relates_to', 'is_blocked_by', 'relates_to', 'blocks'] as const).map((linkType, id) => ({
    linkType,
    id,
  }));
  expect(groupedLinks(links).map(({ heading, links: own }) => [heading, own.map(({ id }) => id)])).toEqual([
    ['Blocks', [3]],
    ['Is blocked by', [1]],
    ['Relates to', [0, 2]],
  ]);
  expect(groupedLinks(links.slice(0, 1)).map(({ type }) => type)).toEqual(['relates_to']);
});

test('RL-01.2 what one item blocks, the other is blocked by; what relates does so from both sides', () => {
  const opposite = { relates_to: 'relates_to', blocks: 'is_blocked_by', is_blocked_by: 'blocks' } as const;
  for (const type of LINK_TYPES) {
    const stored = storedLink(type, 1, 2);
    expect(linkTypeFor(stored, 1)).toBe(type);
    expect(linkTypeFor(stored, 2)).toBe(opposite[type]);
  }
});

const other = (id: number, change: Partial<LinkCandidate<number>> = {}): LinkCandidate<number> => ({
  id,
  link: null,
  isParentOrChild: false,
  links: 0,
  ...change,
});
const word = (candidate: LinkCandidate<number> | null, reference = `&${candidate?.id ?? 0}`) => ({
  reference,
  candidate,
});
const resolve = (words: readonly ReturnType<typeof word>[], links = 0, type: (typeof LINK_TYPES)[number] = 'blocks') =>
  resolveLinks('epic', type, { id: 1, links }, words);
const blocks = (sourceId: number, targetId: number) => ({ type: 'blocks' as const, sourceId, targetId });

test('RL-01.5 attached 409, unusable 404, refused 422, and otherwise what is new, once', () => {
  const attached = other(2, { link: blocks(1, 2) });
  expect(resolve([word(attached)])).toMatchObject({ status: 409, message: 'Epic(s) already assigned' });
  expect(resolve([word(null, '&9')])).toMatchObject({
    status: 404,
    message: '&9 cannot be added: no matching epic found',
  });
  expect(resolve([word(attached), word(null)])).toMatchObject({ status: 404 });
  expect(resolve([word(other(3)), word(other(1), 'acme&1')])).toEqual({
    status: 422,
    message: 'acme&1 cannot be added: cannot be related to itself',
    add: [],
  });
  expect(resolve([word(other(3)), word(null, '&9')])).toEqual({
    status: 422,
    message: '&9 cannot be added: no matching epic found',
    add: [],
  });
  expect(resolve([word(other(3)), word(other(3), 'again'), word(attached), word(other(4))])).toEqual({
    status: 200,
    add: [3, 4],
  });
});

const refusal = (plan: ReturnType<typeof resolve>) => ('message' in plan ? plan.message : plan.add);

test('RL-01.6 nothing is linked to itself', () => {
  expect(refusal(resolve([word(other(1))]))).toBe('&1 cannot be added: cannot be related to itself');
});

test('RL-01.7 two items have one link', () => {
  expect(refusal(resolve([word(other(2, { link: { type: 'relates_to', sourceId: 1, targetId: 2 } }))]))).toBe(
    '&2 cannot be added: is already related',
  );
  expect(refusal(resolve([word(other(2, { link: blocks(2, 1) }))]))).toBe(
    '&2 cannot be added: is already related to this epic',
  );
  expect(resolve([word(other(2, { link: blocks(2, 1) }))], 0, 'is_blocked_by')).toMatchObject({ status: 409 });
  // What only relates was made from one of the sides, and means the same from both.
  expect(
    resolve([word(other(2, { link: { type: 'relates_to', sourceId: 2, targetId: 1 } }))], 0, 'relates_to'),
  ).toMatchObject({ status: 409 });
});

test('RL-01.8 parent and child are not linked as well', () => {
  expect(refusal(resolve([word(other(2, { isParentOrChild: true }))]))).toBe(
    '&2 cannot be added: is a parent or child of this work item',
  );
});

test('RL-01.9 a hundred links, of either side, what the same request adds included', () => {
  const full = 'This epic would exceed the maximum number of linked epics (100).';
  expect(refusal(resolve([word(other(2))], LINK_LIMIT - 1))).toEqual([2]);
  expect(refusal(resolve([word(other(2)), word(other(3))], LINK_LIMIT - 1))).toBe(`&3 cannot be added: ${full}`);
  expect(refusal(resolve([word(other(2, { links: LINK_LIMIT }))]))).toBe(`&2 cannot be added: ${full}`);
});

test('RL-01.10 the lines of activity', () => {
  expect(LINK_TYPES.map((type) => linkedNote('issue', type, '#7'))).toEqual([
    'marked this issue as related to #7',
    'marked this issue as blocking #7',
    'marked this issue as blocked by #7',
  ]);
  expect(unlinkedNote('&2')).toBe('removed the relation with &2');
});

const edge = (blocker: number, blocked: number) => ({ blocker, blocked });
const cycleOf = (edges: ReturnType<typeof edge>[], id: number) => [...blockingCycle(edges, id)].sort();

test('RL-01.20 a cycle holds those that wait for one another, not those before or behind', () => {
  const ring = [edge(1, 2), edge(2, 3), edge(3, 1), edge(9, 1), edge(3, 4)];
  expect(cycleOf(ring, 1)).toEqual([1, 2, 3]);
  expect([cycleOf(ring, 4), cycleOf(ring, 9), cycleOf([edge(1, 2)], 1), cycleOf([], 1)]).toEqual([[], [], [], []]);
  expect(cycleOf([edge(1, 2), edge(2, 1), edge(2, 3), edge(3, 2)], 1)).toEqual([1, 2, 3]);
});

test('RL-01.20 being in a cycle is mutual, and a chain has none', () => {
  const node = fc.integer({ min: 1, max: 6 });
  fc.assert(
    fc.property(fc.array(fc.tuple(node, node), { maxLength: 12 }), node, (pairs, id) => {
      const edges = pairs.filter(([a, b]) => a !== b).map(([a, b]) => edge(a, b));
      const cycle = blockingCycle(edges, id);
      for (const member of cycle) expect(blockingCycle(edges, member)).toEqual(cycle);
      const upward = edges.filter(({ blocker, blocked }) => blocker < blocked);
      expect(blockingCycle(upward, id).size).toBe(0);
    }),
  );
});

test('RL-01.31 the question before a blocked item is closed', () => {
  expect(closingTexts('issue')).toEqual({
    title: 'Are you sure you want to close this blocked issue?',
    body: 'This issue is currently blocked by the following issues:',
    confirm: 'Yes, close issue',
    cancel: 'Cancel',
  });
  expect(closingTexts('epic').title).toBe('Are you sure you want to close this blocked epic?');
  expect(closingTexts('epic').confirm).toBe('Yes, close epic');
});

test('RL-03.1 a reference is a path and a number', () => {
  expect(['group/project#7', 'a/b&12', '#7', 'g/p!3', 'text'].map(splitReference)).toEqual([
    { path: 'group/project', id: '#7' },
    { path: 'a/b', id: '&12' },
    { path: '', id: '#7' },
    { path: 'g/p', id: '!3' },
    { path: '', id: 'text' },
  ]);
});

test('RL-03.2 the sign of each state', () => {
  expect([
    stateLook('issue', 'opened').icon,
    stateLook('issue', 'reopened').icon,
    stateLook('epic', 'opened').icon,
  ]).toEqual(['issues', 'issues', 'epic']);
  expect(stateLook('epic', 'closed')).toMatchObject({ icon: 'epic-closed', label: 'Closed', look: 'closed' });
  expect(stateLook('mergeRequest', 'merged')).toEqual({ icon: 'merge', label: 'Merged', look: 'merged' });
  expect(stateLook('mergeRequest', 'closed').look).toBe('closedMergeRequest');
  expect(stateLook('mergeRequest', 'opened')).toMatchObject({ label: 'Open', look: 'open' });
  expect([linkedState('reopened'), linkedState('something'), linkedState(null)]).toEqual([
    'reopened',
    'opened',
    'opened',
  ]);
});

test('RL-03.3 the time of each state', () => {
  const times = { createdAt: 'c', closedAt: 'x', mergedAt: 'm' };
  expect((['opened', 'reopened', 'closed', 'merged'] as const).map((state) => stateTime({ ...times, state }))).toEqual([
    { text: 'Created', at: 'c' },
    { text: 'Created', at: 'c' },
    { text: 'Closed', at: 'x' },
    { text: 'Merged', at: 'm' },
  ]);
});

test('RL-03.4 a pipeline is named by its status', () => {
  expect(pipelineLook('success')).toEqual({ text: 'Pipeline: passed', icon: 'status_success' });
  expect(pipelineLook('waiting_for_resource')).toEqual({
    text: 'Pipeline: waiting for resource',
    icon: 'status_notfound',
  });
  expect([pipelineLook(null), pipelineLook('')]).toEqual([null, null]);
});

test('RL-04.1 404 by type, the server first, else a text of ours', () => {
  expect(linkFailure('issue', { status: 404, messages: [] })).toEqual({
    type: 'not_found',
    message: 'Issue cannot be found.',
  });
  expect(linkFailure('epic', { status: 404, messages: [] }).message).toBe('Epic cannot be found.');
  expect(linkFailure('epic', { status: 404, messages: ['No matching epic'] })).toEqual({
    type: 'not_found',
    message: 'No matching epic',
  });
  expect(linkFailure('epic', { status: 409, messages: ['Epic(s) already assigned'] })).toEqual({
    type: null,
    message: 'Epic(s) already assigned',
  });
  expect(linkFailure('epic', { status: 500, messages: [] })).toEqual({ type: null, message: LINKING_FAILED });
});

test('RL-05.2 three blockers, and the rest by number', () => {
  expect(shownBlockers('issue', [1, 2, 3, 4, 5], 5)).toEqual({ shown: [1, 2, 3], more: '+ 2 more issues' });
  expect(shownBlockers('epic', [1, 2, 3, 4], 4).more).toBe('+ 1 more epic');
  expect(shownBlockers('epic', [1, 2, 3], 3).more).toBeNull();
  // Some are of another kind, or came meanwhile.
  expect(shownBlockers('issue', [1], 3).more).toBe('+ 2 more issues');
  expect(shownBlockers('issue', [1, 2], 1).more).toBeNull();
});

test('RL-05.3 a title is cut at 80 characters', () => {
  expect(cutTitle('x'.repeat(80))).toBe('x'.repeat(80));
  expect(cutTitle('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`);
  expect([...cutTitle('🍳'.repeat(100))]).toHaveLength(80);
});

test('RL-05.4 the popover leads to the section', () => {
  expect(allBlockers('epic', '/groups/a/-/epics/1')).toEqual({
    text: 'View all blocking epics',
    href: '/groups/a/-/epics/1#related-issues',
  });
});
