import fc from 'fast-check';
import type { ConfidentialityCheck, ParentCheck } from './hierarchy.ts';
import {
  DEFAULT_MAX_CHILDREN,
  inheritedConfidentiality,
  mayHold,
  validateConfidentiality,
  validateParent,
} from './hierarchy.ts';
import type { LinkCheck } from './work-item-links.ts';
import {
  confidentialLinkError,
  NO_MATCHING_TASK,
  noSuchWorkItem,
  PLACE_ERRORS,
  resolveWorkItemPlace,
  workItemLinkErrors,
} from './work-item-links.ts';

interface Change {
  child?: Partial<ParentCheck['child']>;
  parent?: Partial<ParentCheck['parent']>;
  rest?: Partial<ParentCheck>;
}
function error({ child = {}, parent = {}, rest = {} }: Change): string | null {
  const verdict = validateParent({
    child: { id: 1, type: 'epic', confidential: false, ...child },
    parent: { id: 2, confidential: false, ancestorIds: [], childEpicCount: 0, ...parent },
    currentParentId: null,
    childHeight: 1,
    ...rest,
  });
  return verdict.ok ? null : verdict.error;
}

test('TR-15.1 an epic is not its own parent', () => {
  expect(error({ child: { id: 2 } })).toBe('This epic cannot be added. An epic cannot be added to itself.');
});

test('TR-15.2 an epic is not added twice', () => {
  expect(error({ rest: { currentParentId: 2 } })).toBe(
    'This epic cannot be added. It is already assigned to the parent epic.',
  );
  expect(error({ rest: { currentParentId: 3 } })).toBeNull();
});

test('TR-15.3 an epic does not go below itself', () => {
  expect(error({ parent: { ancestorIds: [5, 1] } })).toBe(
    'This epic cannot be added. It is already an ancestor of the parent epic.',
  );
});

test('TR-15.4 seven levels and not eight, the moved subtree included', () => {
  const tooDeep =
    'This epic cannot be added. One or more epics would exceed the maximum depth (7) from its most distant ancestor.';
  const at = (ancestors: number, childHeight: number) =>
    error({ parent: { ancestorIds: Array.from({ length: ancestors }, (_, i) => 100 + i) }, rest: { childHeight } });
  expect(at(5, 1)).toBeNull();
  expect(at(6, 1)).toBe(tooDeep);
  expect(at(0, 6)).toBeNull();
  expect(at(0, 7)).toBe(tooDeep);
  expect(error({ child: { type: 'issue' }, parent: { ancestorIds: [3, 4, 5, 6, 7, 8] } })).toBeNull();
});

test('TR-15.5 the number of child epics has a limit, which is a setting', () => {
  const tooMany =
    'This epic cannot be added. You cannot add any more epics. This epic already has maximum number of child epics.';
  expect(error({ parent: { childEpicCount: DEFAULT_MAX_CHILDREN - 1 } })).toBeNull();
  expect(error({ parent: { childEpicCount: DEFAULT_MAX_CHILDREN } })).toBe(tooMany);
  expect(error({ parent: { childEpicCount: 3 }, rest: { maxChildren: 3 } })).toBe(tooMany);
  expect(error({ child: { type: 'issue' }, parent: { childEpicCount: 3 }, rest: { maxChildren: 3 } })).toBeNull();
});

test('TR-15.7 the first rule that fails is the answer', () => {
  const all = { parent: { id: 1, ancestorIds: [1, 2, 3, 4, 5, 6, 7], childEpicCount: 9999, confidential: true } };
  expect(error({ ...all, rest: { currentParentId: 1 } })).toContain('added to itself');
  expect(error({ ...all, child: { id: 2 }, rest: { currentParentId: 1 } })).toContain('already assigned');
  expect(error({ ...all, child: { id: 2 } })).toContain('already an ancestor');
  expect(error({ ...all, child: { id: 9 } })).toContain('maximum depth');
  expect(error({ parent: { childEpicCount: 9999, confidential: true } })).toContain('maximum number');
});

test('TR-15.8 a group is not even asked for', () => {
  expect(error({})).toBeNull();
});

test('TR-18.2 a confidential parent takes only confidential children; a public one takes both', () => {
  const parent = { confidential: true };
  expect(error({ parent })).toBe('A non-confidential epic cannot be assigned to a confidential parent epic');
  expect(error({ parent, child: { type: 'issue' } })).toBe(
    'The parent epic is confidential and can only contain confidential epics and issues',
  );
  expect(error({ parent, child: { confidential: true } })).toBeNull();
  expect(error({ child: { confidential: true } })).toBeNull();
});

test('TR-18.3 confidentiality is inherited, never taken away', () => {
  expect(inheritedConfidentiality(false, true)).toBe(true);
  expect(inheritedConfidentiality(true, false)).toBe(true);
  expect(inheritedConfidentiality(false, false)).toBe(false);
});

test('TR-18.4 what contains public children stays public, what is in a confidential epic stays confidential', () => {
  const set = (change: Partial<ConfidentialityCheck>) => {
    const none = { confidential: true, parentConfidential: false, hasPublicIssues: false, hasPublicEpics: false };
    const verdict = validateConfidentiality({ ...none, ...change });
    return verdict.ok ? null : verdict.error;
  };
  expect(set({})).toBeNull();
  expect(set({ hasPublicIssues: true, hasPublicEpics: true })).toBe(
    'Cannot make the epic confidential if it contains non-confidential issues',
  );
  expect(set({ hasPublicEpics: true })).toBe(
    'Cannot make the epic confidential if it contains non-confidential child epics',
  );
  expect(set({ confidential: false, hasPublicIssues: true })).toBeNull();
  expect(set({ confidential: false, parentConfidential: true })).toBe(
    'A non-confidential epic cannot be assigned to a confidential parent epic',
  );
});

test('TR-15.6 what may stand under what', () => {
  const holds = (parent: Parameters<typeof mayHold>[0]['type'], child: typeof parent, level = 1, height = 1) =>
    mayHold({ type: parent, level, confidential: false }, { type: child, height, confidential: false });
  expect([holds('epic', 'epic'), holds('epic', 'issue'), holds('issue', 'task'), holds('incident', 'task')]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([
    holds('epic', 'task'),
    holds('issue', 'epic'),
    holds('task', 'task'),
    holds('key_result', 'objective'),
  ]).toEqual([false, false, false, false]);
  expect([holds('epic', 'epic', 6), holds('epic', 'epic', 7), holds('epic', 'issue', 7)]).toEqual([true, false, true]);
  expect([holds('objective', 'objective', 8), holds('objective', 'objective', 9)]).toEqual([true, false]);
  expect(
    mayHold({ type: 'epic', level: 1, confidential: true }, { type: 'issue', height: 1, confidential: false }),
  ).toBe(false);
});

test('TR-15.4 the offer in the view and the verdict of the server agree on depth', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (level, height) => {
      const ancestorIds = Array.from({ length: level - 1 }, (_, i) => 100 + i);
      const offered = mayHold(
        { type: 'epic', level, confidential: false },
        { type: 'epic', height, confidential: false },
      );
      expect(offered).toBe(error({ parent: { ancestorIds }, rest: { childHeight: height } }) === null);
    }),
  );
});

const link = (
  child: Partial<LinkCheck['child']>,
  parent: Partial<LinkCheck['parent']>,
  rest: Partial<LinkCheck> = {},
) =>
  workItemLinkErrors({
    child: { id: 1, type: 'task', confidential: false, ...child },
    parent: {
      id: 2,
      type: 'issue',
      confidential: false,
      ancestorIds: [],
      sameTypeAncestors: 0,
      childCount: 0,
      ...parent,
    },
    childHeight: 1,
    ...rest,
  });

test('TR-19.3 every reason against a work item’s parent', () => {
  expect(link({}, {})).toEqual([]);
  expect(link({ id: 2, type: 'issue' }, {})).toEqual([
    'is not allowed to point to itself',
    "it's not allowed to add this type of parent item",
  ]);
  expect(link({}, { ancestorIds: [1] })).toEqual(["it's already present in this item's hierarchy"]);
  expect(link({}, { childCount: 5 }, { maxChildren: 5 })).toEqual(['parent already has maximum number of children.']);
  expect(link({}, {}, { linked: true })).toEqual(['cannot assign a linked work item as a parent']);
  expect(link({}, { confidential: true })).toEqual([
    'cannot assign a non-confidential task to a confidential parent. Make the task confidential and try again.',
  ]);
  expect(confidentialLinkError('key_result')).toContain('a non-confidential key result to');
  expect(link({ confidential: true }, { confidential: true })).toEqual([]);
});

test('TR-19.3 depth counts the chain of one type', () => {
  const objectives = (sameTypeAncestors: number, childHeight: number) =>
    link({ type: 'objective' }, { type: 'objective', sameTypeAncestors }, { childHeight });
  expect(objectives(7, 1)).toEqual([]);
  expect(objectives(8, 1)).toEqual(['reached maximum depth']);
  expect(objectives(0, 8)).toEqual([]);
  expect(objectives(0, 9)).toEqual(['reached maximum depth']);
  expect(link({ type: 'key_result' }, { type: 'objective', sameTypeAncestors: 8 })).toEqual([]);
});

test('TR-19.4 unknown parent, unusable child', () => {
  expect(noSuchWorkItem('gid://gitlab/WorkItem/9')).toBe('No Work Item found with ID: gid://gitlab/WorkItem/9.');
  expect(NO_MATCHING_TASK).toBe('No matching task found. Make sure that you are adding a valid task ID.');
});

test('TR-19.9 beside which sibling a work item goes', () => {
  const adjacent = { id: 2, parentId: 9 };
  const answer = (change: Partial<Parameters<typeof resolveWorkItemPlace<number>>[0]>) => {
    const placed = resolveWorkItemPlace({ movedId: 1, parentId: 9, ...change });
    return placed.ok ? placed.where : placed.error;
  };
  expect(answer({})).toEqual({ at: 'end' });
  expect(answer({ adjacent, relativePosition: 'BEFORE' })).toEqual({ at: 'before', sibling: 2 });
  expect(answer({ adjacent, relativePosition: 'AFTER' })).toEqual({ at: 'after', sibling: 2 });
  expect(answer({ adjacent })).toBe(PLACE_ERRORS.incomplete);
  expect(answer({ relativePosition: 'AFTER' })).toBe(PLACE_ERRORS.incomplete);
  expect(answer({ adjacent, relativePosition: 'after' })).toBe(PLACE_ERRORS.position);
  expect(answer({ adjacent: null, relativePosition: 'AFTER' })).toBe(PLACE_ERRORS.sibling);
  expect(answer({ adjacent: { id: 2, parentId: 8 }, relativePosition: 'AFTER' })).toBe(PLACE_ERRORS.sibling);
  expect(answer({ adjacent: { id: 1, parentId: 9 }, relativePosition: 'AFTER' })).toBe(PLACE_ERRORS.sibling);
});
