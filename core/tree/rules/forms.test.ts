import fc from 'fast-check';
import type { Stamped } from '../../store/action.ts';
import type { CreateEpicForm, CreateIssueForm, TreeForm, TreeFormName, TreeRoot } from '../state.ts';
import { addPendingReferences } from '../../work-item/rules.ts';
import { treeActions } from '../actions.ts';
import { canSubmit } from '../form-slice.ts';
import { addMenu } from '../select/header.ts';
import { initialTree, NO_RIGHTS, treeReducer } from '../slice.ts';
import {
  addFailure,
  canSubmitAdd,
  groupOptions,
  inheritedFields,
  takeFirst,
  TITLE_HINT,
  workItemCandidates,
} from './add-form.ts';
import { cannotBeAdded, refusalsOf, resolveAddition, type AdditionCandidate } from './additions.ts';
import { NO_COMPLETION, NOTHING_ADDED, refusedTokens } from './reference-field.ts';
import {
  CHILDREN_PAGE_SIZE,
  EXPAND_DELAY,
  SEARCH_DEBOUNCE,
  TREE_ERRORS,
  canRemove,
  issueDeletionQuestion,
  removalConfirmation,
  removalFailure,
  scrolls,
} from './texts.ts';

const ACME = { kind: 'epic', groupPath: 'acme' } as const;
const candidate = (id: number | null, change: Partial<AdditionCandidate<number>> = {}): AdditionCandidate<number> => ({
  reference: `&${id ?? 999}`,
  id,
  attached: false,
  errors: [],
  ...change,
});
const attached = candidate(1, { attached: true });
const unknown = candidate(null);

test('TR-09.5 all attached: already assigned', () => {
  expect(resolveAddition('epic', [attached, attached])).toEqual({
    status: 409,
    message: 'Epic(s) already assigned',
    add: [],
  });
  expect(resolveAddition('issue', [attached])).toMatchObject({ message: 'Issue(s) already assigned' });
});

test('TR-09.6 none usable: not found, each by its name, once', () => {
  const message = `${unknown.reference} cannot be added: no matching issue found`;
  expect(resolveAddition('issue', [unknown, unknown])).toEqual({ status: 404, message, add: [] });
  expect(resolveAddition('issue', [])).toMatchObject({ status: 404, message: 'Issue cannot be found.' });
  expect(resolveAddition('epic', [attached, unknown])).toMatchObject({
    status: 404,
    message: `${unknown.reference} cannot be added: no matching epic found`,
  });
});

test('TR-09.7 any refused: nothing is added, and every reason is named', () => {
  const refused = candidate(3, { errors: ['too deep.', 'too many.'] });
  expect(resolveAddition('epic', [candidate(2), refused, candidate(4, { errors: ['a cycle'] })])).toEqual({
    status: 422,
    message: '&3 cannot be added: too deep. &3 cannot be added: too many. &4 cannot be added: a cycle',
    add: [],
  });
  expect(cannotBeAdded([{ reference: '#7', errors: ['no.'] }])).toBe('#7 cannot be added: no.');
});

test('TR-09.7 one that is not there keeps all from being added', () => {
  expect(resolveAddition('epic', [attached, candidate(2), unknown])).toEqual({
    status: 422,
    message: `${unknown.reference} cannot be added: no matching epic found`,
    add: [],
  });
});

test('TR-09.32 what is said of each reference is read back from what the server says of all', () => {
  const reference = fc.string({ unit: fc.constantFrom(...'ab&#/.1'), minLength: 1, maxLength: 6 });
  const reason = fc.constantFrom('no', 'This epic cannot be added. It is too deep.', 'no matching epic found');
  const list = fc.uniqueArray(fc.record({ reference, errors: fc.tuple(reason) }), {
    selector: (each) => each.reference,
    minLength: 1,
  });
  fc.assert(
    fc.property(list, (refusals) => {
      const read = refusalsOf(cannotBeAdded(refusals));
      expect(read.map((each) => each.reference)).toEqual(refusals.map((each) => each.reference));
      for (const [at, { errors }] of refusals.entries()) {
        expect(read[at]?.reason.replace(/\.$/, '')).toBe(errors[0].replace(/\.$/, ''));
      }
    }),
  );
  expect(refusalsOf('&1 cannot be added: a. &1 cannot be added: b')).toEqual([{ reference: '&1', reason: 'a. b' }]);
  expect([refusalsOf(''), refusalsOf('Sorry: &1 cannot be added: a')]).toEqual([[], []]);
});

test('TR-09.32 only tokens that are known are marked, by whatever the server calls them', () => {
  const references = addPendingReferences([], ['acme&1', '&2', 'x y'], ACME);
  const failure = { type: 'message', text: 'all of it' } as const;
  const marked = refusedTokens(failure, [{ reference: '&1', reason: 'no' }], references, [ACME]);
  expect(marked).toEqual({ type: 'message', text: NOTHING_ADDED, refused: [{ reference: 'acme&1', reason: 'no' }] });
  expect(refusedTokens(failure, [{ reference: '&3', reason: 'no' }], references, [ACME])).toBe(failure);
  expect(refusedTokens(failure, [], references, [ACME])).toBe(failure);
});

test('TR-09.8 the new ones are added once; attached ones are passed over', () => {
  expect(resolveAddition('epic', [attached, candidate(2), candidate(3), candidate(2)])).toEqual({
    status: 200,
    add: [2, 3],
  });
});

test('TR-09.9 of the whole list, newest first, the first N were added', () => {
  expect(takeFirst(['new 2', 'new 1', 'old'], 2)).toEqual(['new 2', 'new 1']);
});

test('TR-09.4 the add button', () => {
  const able = (input: string, pendingCount: number, submitting = false) => {
    const references = addPendingReferences([], ['&7', '&8'].slice(0, pendingCount), ACME);
    return canSubmitAdd({ input, references, completion: NO_COMPLETION, error: null }, submitting);
  };
  expect([able('', 0), able('  \n', 0), able('&1', 0), able('', 1), able('&1', 1, true)]).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
});

test('TR-09.10 404 by type; too deep, with either status and exactly that text, is a conflict', () => {
  expect(addFailure('issue', { status: 404, messages: [] })).toEqual({
    type: 'not_found',
    message: 'Issue cannot be found.',
  });
  expect(addFailure('epic', { status: 404, messages: [''] }).message).toBe('Epic cannot be found.');
  const conflict = { type: 'conflict', message: 'This epic already has the maximum number of child epics.' };
  expect(addFailure('epic', { status: 409, messages: ['Epic hierarchy level too deep'] })).toEqual(conflict);
  expect(addFailure('epic', { status: 422, messages: ['Epic hierarchy level too deep'] })).toEqual(conflict);
  expect(addFailure('epic', { status: 409, messages: ['Epic(s) already assigned'] })).toEqual({
    type: null,
    message: 'Epic(s) already assigned',
  });
});

test('TR-09.11 the server’s message goes first', () => {
  expect(addFailure('issue', { status: 404, messages: ['No matching issue found.'] })).toEqual({
    type: 'not_found',
    message: 'No matching issue found.',
  });
  expect(addFailure('epic', { messages: [] })).toEqual({ type: null, message: TREE_ERRORS.addChild });
});

/** The form that is open after these were opened, one after the other. */
function openAfter(...forms: readonly TreeFormName[]): TreeForm {
  const actions = forms.map((form) => treeActions.formOpened({ form, parentId: 'p' }) as Stamped);
  const { form } = actions.reduce(treeReducer, initialTree);
  if (form === null) throw new Error('No form is open');
  return form;
}

test('TR-10.1 and TR-11.1 a title, for an issue also a project, and no request on its way', () => {
  const epic = (title: string, submitting = false) =>
    canSubmit({ ...(openAfter('createEpic') as CreateEpicForm), title }, submitting);
  expect([epic(' a '), epic('  '), epic('a', true)]).toEqual([true, false, false]);
  const project = { id: 'p', name: 'P', nameWithNamespace: 'A / P', fullPath: 'a/p' };
  const issue = (title: string, selected: CreateIssueForm['projects']['selected'], submitting = false) => {
    const form = openAfter('createIssue') as CreateIssueForm;
    return canSubmit({ ...form, title, projects: { ...form.projects, selected } }, submitting);
  };
  expect([issue('a', project), issue('a', null), issue('', project)]).toEqual([true, false, false]);
  expect(issue('a', project, true)).toBe(false);
});

test('TR-10.2 the own group comes first unless the search text is not in its name', () => {
  const own = { id: 1, name: 'Release' };
  const found = [{ id: 2, name: 'Storage' }, own];
  const names = (search: string) => groupOptions(own, found, search).map(({ name }) => name);
  expect(names('')).toEqual(['Release', 'Storage']);
  expect(names('  LEAS ')).toEqual(['Release', 'Storage']);
  expect(names('stor')).toEqual(['Storage']);
});

test('TR-12.1 one form at a time, each with its target', () => {
  expect(initialTree.form).toBeNull();
  for (const form of ['addEpic', 'addIssue', 'createEpic', 'createIssue'] as const) {
    expect(openAfter('createIssue', 'addEpic', form)).toMatchObject({ form, serial: 3 });
  }
});

test('TR-13.1 three questions', () => {
  const ask = (type: 'epic' | 'issue', hasChildren: boolean) =>
    removalConfirmation({ type, title: 'X', hasChildren }, 'Y');
  expect(ask('epic', false)).toBe('Are you sure you want to remove X from Y?');
  expect(ask('epic', true)).toBe('This will also remove any descendents of X from Y. Are you sure?');
  expect(ask('issue', true)).toBe('Are you sure you want to remove X from Y?');
});

test('TR-13.2 the failure texts by type and status', () => {
  expect(removalFailure('issue', 404)).toBe('We could not determine the path to remove the issue');
  expect(removalFailure('epic', 404)).toBe('We could not determine the path to remove the epic');
  expect(removalFailure('issue', 500)).toBe('An error occurred while removing issues.');
  expect(removalFailure('epic', undefined)).toBe('An error occurred while removing epics.');
});

test('TR-13.3 the right to relate for epics, to administer for issues', () => {
  const relate = { canAdmin: false, canAdminRelation: true };
  const administer = { canAdmin: true, canAdminRelation: false };
  expect([canRemove('epic', relate), canRemove('issue', relate)]).toEqual([true, false]);
  expect([canRemove('epic', administer), canRemove('issue', administer)]).toEqual([false, true]);
});

test('TR-17.1 the add menu', () => {
  const root = { kind: 'epic', fullPath: 'acme', iid: '1' } as const;
  const forms = (allowSubEpics: boolean, canAdminRelation: boolean) => {
    const permissions = { ...NO_RIGHTS, canAdminRelation, canCreate: true };
    const opening = { root: { ...root, permissions }, config: { allowSubEpics, userSignedIn: true } };
    const tree = treeReducer(undefined, treeActions.opened(opening) as Stamped);
    return addMenu(tree.root as TreeRoot, tree.config).map(({ form }) => form);
  };
  expect(forms(true, true)).toEqual(['createIssue', 'addIssue', 'createEpic', 'addEpic']);
  expect(forms(false, true)).toEqual(['createIssue', 'addIssue']);
  expect(forms(true, false)).toEqual(['createIssue', 'addIssue']);
});

test('TR-19.5 and TR-19.6 the wait and the hint', () => {
  expect(SEARCH_DEBOUNCE).toBe(500);
  expect(TITLE_HINT).toBe('Maximum of 255 characters');
});

test('TR-19.7 neither the parent nor its children are offered', () => {
  const found = ['a', 'b', 'p', 'c'].map((id) => ({ id }));
  expect(workItemCandidates(found, { parentId: 'p', childIds: ['b'] })).toEqual([{ id: 'a' }, { id: 'c' }]);
});

test('TR-19.8 what a child takes over', () => {
  const parent = { confidential: true, milestoneId: 'm', iterationId: 'i' };
  expect(inheritedFields(parent, true)).toEqual(parent);
  expect(inheritedFields(parent, false)).toEqual({ ...parent, iterationId: null });
});

test('TR-24.1 the question names the issue', () => {
  expect(issueDeletionQuestion('Issue #7')).toBe('Issue #7 will be removed! Are you sure?');
});

test('TR-01.1, TR-08.1 and TR-16.9 the tree’s numbers', () => {
  expect(CHILDREN_PAGE_SIZE).toBe(100);
  expect([scrolls(5), scrolls(6)]).toEqual([false, true]);
  expect(EXPAND_DELAY).toBe(1000);
});

test('TR-06.1 and TR-14.18 the texts of failed fetches and moves', () => {
  expect(TREE_ERRORS.fetch).toBe('Something went wrong while fetching child epics.');
  expect(TREE_ERRORS.reorder).toBe('Something went wrong while ordering item.');
  expect(TREE_ERRORS.move).toBe('Something went wrong while moving item.');
});
