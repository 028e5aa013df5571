import fc from 'fast-check';
import { linkedState } from './wire.ts';
import { allBlockers, closingTexts, cutTitle, groupedLinks, shownBlockers } from './looks.ts';
import { pipelineLook, stateLook, stateTime } from './rows.ts';
import {
  blockingCycle,
  LINK_LIMIT,
  LINK_TYPES,
  type LinkCandidate,
  linkedNote,
  linkFailure,
  LINKING_FAILED,
  type LinkType,
  linkTypeFor,
  resolveLinks,
  storedLink,
  unlinkedNote,
} from './rules.ts';

test('RL-01.1 three lists in a fixed order, none of them empty, each in the order of the answer', () => {
  const types = ['relates_to', 'is_blocked_by', 'relates_to', 'blocks'] as const;
  const links = types.map((linkType, id) => ({ linkType, id }));
  expect(groupedLinks(links).map(({ heading, links: own }) => [heading, own.map(({ id }) => id)])).toEqual([
    ['Blocks', [3]],
    ['Is blocked by', [1]],
    ['Relates to', [0, 2]],
  ]);
  expect(groupedLinks(links.slice(0, 1)).map(({ type }) => type)).toEqual(['relates_to']);
});

test.each([
  ['relates_to', 'relates_to'],
  ['blocks', 'is_blocked_by'],
  ['is_blocked_by', 'blocks'],
] as const)('RL-01.2 what %s from one side %s from the other', (type, opposite) => {
  const stored = storedLink(type, 1, 2);
  expect([linkTypeFor(stored, 1), linkTypeFor(stored, 2)]).toEqual([type, opposite]);
});

const other = (id: number, change: Partial<LinkCandidate<number>> = {}): LinkCandidate<number> => ({
  ...{ id, link: null, isParentOrChild: false, links: 0 },
  ...change,
});
type Words = readonly (LinkCandidate<number> | null | readonly [LinkCandidate<number> | null, reference: string])[];
const link = (type: 'blocks' | 'relates_to', sourceId: number, targetId: number) => ({
  link: { type, sourceId, targetId },
});
const attached = other(2, link('blocks', 1, 2));
const FULL = 'cannot be added: This epic would exceed the maximum number of linked epics (100).';

/** What becomes of words, linked to item 1 of so many links: what is added, or the status and what is said. */
test.each<
  [rule: string, words: Words, plan: readonly [status: number, said: unknown], type?: LinkType, links?: number]
>([
  ['RL-01.5 all are linked already', [attached], [409, 'Epic(s) already assigned']],
  ['RL-01.5 none is usable', [[null, '&9']], [404, '&9 cannot be added: no matching epic found']],
  ['RL-01.5 none but what is linked', [attached, null], [404, '&0 cannot be added: no matching epic found']],
  ['RL-01.5 one is refused', [other(3), [other(1), 'a&1']], [422, 'a&1 cannot be added: cannot be related to itself']],
  ['RL-01.5 one is unknown', [other(3), [null, '&9']], [422, '&9 cannot be added: no matching epic found']],
  ['RL-01.5 what is new, once', [other(3), [other(3), 'again'], attached, other(4)], [200, [3, 4]]],
  ['RL-01.6 not to itself', [other(1)], [422, '&1 cannot be added: cannot be related to itself']],
  ['RL-01.7 of another type', [other(2, link('relates_to', 1, 2))], [422, '&2 cannot be added: is already related']],
  [
    'RL-01.7 from the other side',
    [other(2, link('blocks', 2, 1))],
    [422, '&2 cannot be added: is already related to this epic'],
  ],
  ['RL-01.7 the same, said otherwise', [other(2, link('blocks', 2, 1))], [409, expect.anything()], 'is_blocked_by'],
  // What only relates was made from one of the sides, and means the same from both.
  ['RL-01.7 related', [other(2, link('relates_to', 2, 1))], [409, expect.anything()], 'relates_to'],
  [
    'RL-01.8 not parent or child',
    [other(2, { isParentOrChild: true })],
    [422, '&2 cannot be added: is a parent or child of this work item'],
  ],
  ['RL-01.9 the hundredth', [other(2)], [200, [2]], 'blocks', LINK_LIMIT - 1],
  ['RL-01.9 one more', [other(2), other(3)], [422, `&3 ${FULL}`], 'blocks', LINK_LIMIT - 1],
  ['RL-01.9 of the other side', [other(2, { links: LINK_LIMIT })], [422, `&2 ${FULL}`]],
])('%s', (_rule, words, [status, said], type = 'blocks', links = 0) => {
  const named = words.map((word) => {
    const [candidate, reference] = Array.isArray(word) ? word : [word as LinkCandidate<number> | null, undefined];
    return { candidate, reference: reference ?? `&${candidate?.id ?? 0}` };
  });
  expect(resolveLinks('epic', type, { id: 1, links }, named)).toEqual(
    status === 200 ? { status, add: said } : { status, message: said, add: [] },
  );
});

test('RL-01.10 the lines of activity', () => {
  expect(LINK_TYPES.map((type) => linkedNote('issue', type, '#7'))).toEqual([
    'marked this issue as related to #7',
    'marked this issue as blocking #7',
    'marked this issue as blocked by #7',
  ]);
  expect(unlinkedNote('&2')).toBe('removed the relation with &2');
});

const edge = ([blocker, blocked]: readonly [number, number]) => ({ blocker, blocked });
const RING = [[1, 2] as const, [2, 3] as const, [3, 1] as const, [9, 1] as const, [3, 4] as const];

test.each([
  ['a member', RING, 1, [1, 2, 3]],
  ['what waits behind it', RING, 4, []],
  ['what stands before it', RING, 9, []],
  ['a chain', [[1, 2] as const], 1, []],
  ['nothing', [], 1, []],
  ['two cycles that share an item', [[1, 2] as const, [2, 1] as const, [2, 3] as const, [3, 2] as const], 1, [1, 2, 3]],
])('RL-01.20 a cycle holds those that wait for one another: %s', (_what, edges, id, cycle) => {
  expect([...blockingCycle(edges.map(edge), id)].sort()).toEqual(cycle);
});

test('RL-01.20 being in a cycle is mutual, and a chain has none', () => {
  const node = fc.integer({ min: 1, max: 6 });
  fc.assert(
    fc.property(fc.array(fc.tuple(node, node), { maxLength: 12 }), node, (pairs, id) => {
      const edges = pairs.filter(([a, b]) => a !== b).map(edge);
      const cycle = blockingCycle(edges, id);
      for (const member of cycle) expect(blockingCycle(edges, member)).toEqual(cycle);
      const upward = edges.filter(({ blocker, blocked }) => blocker < blocked);
      expect(blockingCycle(upward, id).size).toBe(0);
    }),
  );
});

test.each(['issue', 'epic'] as const)('RL-01.31 the question before a blocked %s is closed', (kind) => {
  expect(closingTexts(kind)).toEqual({
    title: `Are you sure you want to close this blocked ${kind}?`,
    body: `This ${kind} is currently blocked by the following ${kind}s:`,
    confirm: `Yes, close ${kind}`,
    cancel: 'Cancel',
  });
});

test.each([
  ['issue', 'opened', { icon: 'issues' }],
  ['epic', 'opened', { icon: 'epic' }],
  ['epic', 'closed', { icon: 'epic-closed', label: 'Closed', look: 'closed' }],
  ['mergeRequest', 'merged', { icon: 'merge', label: 'Merged', look: 'merged' }],
  ['mergeRequest', 'closed', { look: 'closedMergeRequest' }],
  ['mergeRequest', 'opened', { label: 'Open', look: 'open' }],
] as const)('RL-03.2 the sign of: %s, %s', (what, state, look) => {
  expect(stateLook(what, state)).toMatchObject(look);
});

test('RL-03.2 what was reopened is open, and so is a state that is not known', () => {
  expect(['closed', 'reopened', 'something', null].map(linkedState)).toEqual(['closed', 'opened', 'opened', 'opened']);
});

test.each([
  ['opened', { text: 'Created', at: 'c' }],
  ['closed', { text: 'Closed', at: 'x' }],
  ['merged', { text: 'Merged', at: 'm' }],
] as const)('RL-03.3 the time of what is %s', (state, time) => {
  expect(stateTime({ createdAt: 'c', closedAt: 'x', mergedAt: 'm', state })).toEqual(time);
});

test.each([
  ['success', { text: 'Pipeline: passed', icon: 'status_success' }],
  ['waiting_for_resource', { text: 'Pipeline: waiting for resource', icon: 'status_notfound' }],
  [null, null],
  ['', null],
])('RL-03.4 a pipeline is named by its status: %s', (status, look) => {
  expect(pipelineLook(status)).toEqual(look);
});

test.each([
  ['issue', 404, [], { type: 'not_found', message: 'Issue cannot be found.' }],
  ['epic', 404, [], { type: 'not_found', message: 'Epic cannot be found.' }],
  ['epic', 404, ['No matching epic'], { type: 'not_found', message: 'No matching epic' }],
  ['epic', 409, ['Epic(s) already assigned'], { type: null, message: 'Epic(s) already assigned' }],
  ['epic', 500, [], { type: null, message: LINKING_FAILED }],
] as const)(
  'RL-04.1 404 by type, the server first, else a text of ours: %s, %d, %j',
  (kind, status, messages, said) => {
    expect(linkFailure(kind, { status, messages })).toEqual(said);
  },
);

test.each([
  ['issue', [1, 2, 3, 4, 5], 5, [1, 2, 3], '+ 2 more issues'],
  ['epic', [1, 2, 3, 4], 4, [1, 2, 3], '+ 1 more epic'],
  ['epic', [1, 2, 3], 3, [1, 2, 3], null],
  // Some are of another kind, or came meanwhile.
  ['issue', [1], 3, [1], '+ 2 more issues'],
  ['issue', [1, 2], 1, [1, 2], null],
] as const)('RL-05.2 three blockers, and the rest by number: %s, %j of %d', (kind, blockers, count, shown, more) => {
  expect(shownBlockers<number>(kind, blockers, count)).toEqual({ shown, more });
});

test('RL-05.3 a title is cut at 80 characters', () => {
  expect(cutTitle('x'.repeat(80))).toBe('x'.repeat(80));
  expect(cutTitle('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`);
  expect([...cutTitle('🍳'.repeat(100))]).toHaveLength(80);
});

test('RL-05.4 the popover leads to the section', () => {
  const href = '/groups/a/-/epics/1#related-issues';
  expect(allBlockers('epic', '/groups/a/-/epics/1')).toEqual({ text: 'View all blocking epics', href });
});
