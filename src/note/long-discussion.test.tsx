import { act, screen, within } from '@testing-library/react';
import { noteActions } from '@espalier/core/note';
import { closePage, openPage } from '../testing/product.tsx';
import './activity.tsx';

/** jsdom lays nothing out: the test says what is near sight. */
class FakeObserver implements Pick<IntersectionObserver, 'observe' | 'unobserve'> {
  static readonly watched = new Map<Element, FakeObserver>();
  readonly #told: (entries: readonly Partial<IntersectionObserverEntry>[]) => void;
  constructor(told: FakeObserver['tell']) {
    this.#told = told;
  }
  tell = (entries: readonly Partial<IntersectionObserverEntry>[]): void => this.#told(entries);
  observe = (target: Element) => void FakeObserver.watched.set(target, this);
  unobserve = (target: Element) => void FakeObserver.watched.delete(target);
  disconnect = () => undefined;
}

const comesNear = (row: Element, isIntersecting = true) =>
  act(() => FakeObserver.watched.get(row)?.tell([{ target: row, isIntersecting }]));

beforeEach(() => void Object.assign(window, { IntersectionObserver: FakeObserver }));

afterEach(() => {
  closePage();
  FakeObserver.watched.clear();
  Reflect.deleteProperty(window, 'IntersectionObserver');
});

/** A comment with so many replies, from note 101 on. */
async function openReplies(count: number, hash = '') {
  const product = await openPage(`/acme/app/-/issues/1${hash}`, ({ server: { world }, groupId, projectId }) => {
    const ada = world.addUser({ username: 'ada', name: 'Ada' });
    world.addMember({ userId: ada, groupId, level: 30 });
    const { id: itemId } = world.addItem(projectId, { title: 'Leaking tap' });
    const nothing = { editedAt: null, editedBy: null, resolvedAt: null, resolvedBy: null, internal: false };
    for (let id = 100; id <= 100 + count; id += 1) {
      const row = { ...nothing, id, itemId, authorId: ada, body: `says ${id}`, system: false };
      world.comments.set(id, { ...row, discussionId: 100, createdAt: world.now() });
    }
  });
  await product.rest();
  await product.settled();
  const section = within(await screen.findByRole('region', { name: 'Activity' }));
  const row = (id: number) => section.getByText(`says ${id}`).closest('article')!;
  const buttons = (id: number) => within(row(id)).queryAllByRole('button').length;
  const { id: itemId } = product.planner.store.getState().note.page!;
  return { ...product, section, row, buttons, itemId };
}

test('WI-10.95 a note of a long discussion is drawn with its author and its text, and whole in the same element once it was near sight', async () => {
  const { section, row, buttons } = await openReplies(229);
  expect(section.getAllByRole('article', { name: 'Comment of Ada' })).toHaveLength(230);
  const far = row(300);
  expect([buttons(102) > 0, buttons(300), within(far).getByText('Ada').tagName]).toEqual([true, 0, 'A']);
  expect(within(far).queryByRole('time')).not.toBeInTheDocument();
  comesNear(far, false);
  expect(buttons(300)).toBe(0);
  far.focus();
  comesNear(far);
  expect([row(300), buttons(300), buttons(299)]).toEqual([far, buttons(102), 0]);
  expect(far).toHaveFocus();
  comesNear(far, false);
  expect(buttons(300)).toBe(buttons(102));
});

test('WI-10.95 whole from the start are the note that the address names, one whose form is open, and one that is on its way', async () => {
  const { section, planner, server, settled, row, buttons, itemId } = await openReplies(229, '#note_300');
  expect(row(300)).toHaveFocus();
  expect([buttons(300) > 0, buttons(301)]).toEqual([true, 0]);
  const target = 'gid://gitlab/Note/310';
  act(() => void planner.store.dispatch(noteActions.typed({ itemId, target, body: 'better' })));
  expect(
    within(section.getByRole('textbox', { name: 'Edit the comment' }).closest('article')!).getByText('Ada'),
  ).toBeInTheDocument();
  server.fault({ kind: 'hold', match: 'createNote', milliseconds: 1_000 });
  const discussion = 'gid://gitlab/Discussion/100';
  act(() => void planner.store.dispatch(noteActions.typed({ itemId, target: discussion, body: 'says 999' })));
  act(() => void planner.store.dispatch(noteActions.commented({ target: discussion })));
  await settled();
  expect(row(999)).toHaveTextContent('Sending…');
});

test('WI-10.95 a discussion of 99 notes is drawn whole', async () => {
  const { section, buttons } = await openReplies(98);
  expect(section.getAllByRole('article')).toHaveLength(99);
  expect([buttons(150), buttons(198)]).toEqual([buttons(101), buttons(101)]);
  expect([...FakeObserver.watched.keys()].filter((target) => target.matches('article'))).toEqual([]);
});
