import { jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createPlanner } from '@espalier/core';
import type { Planner } from '@espalier/core';
import { noticeActions } from '@espalier/core/notice';
import { FakePorts } from '@espalier/core/testing';
import { Toasts } from './notices.tsx';

let fake: FakePorts;
let planner: Planner;

beforeEach(() => {
  fake = new FakePorts();
  planner = createPlanner(fake.ports);
  render(
    <Provider store={planner.store}>
      <Toasts />
    </Provider>,
  );
});
afterEach(() => planner.dispose());

const undo = { label: 'Undo', event: { type: 'test/undone', payload: {} } };
const raise = () =>
  act(() => void planner.store.dispatch(noticeActions.raised({ kind: 'toast', text: 'Child removed', action: undo })));
const wait = (milliseconds: number) => act(() => fake.clock.advance(milliseconds));
const shown = () => screen.queryByText('Child removed') !== null;

test('BD-04.6 a toast waits while it is pointed at or holds the focus, until it is neither', async () => {
  raise();
  const toast = screen.getByText('Child removed').parentElement as HTMLElement;
  fireEvent.pointerEnter(toast);
  act(() => screen.getByRole('button', { name: 'Undo' }).focus());
  fireEvent.pointerLeave(toast);
  await wait(60_000);
  expect(shown()).toBe(true);
  act(() => screen.getByRole('button', { name: 'Close' }).focus());
  await wait(60_000);
  expect(shown()).toBe(true);
  act(() => screen.getByRole('button', { name: 'Close' }).blur());
  await wait(4999);
  expect(shown()).toBe(true);
  await wait(1);
  expect(shown()).toBe(false);
});

test('BD-04.7 the action of a toast does what it says and closes it', () => {
  const dispatch = jest.spyOn(planner.store, 'dispatch');
  raise();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(dispatch).toHaveBeenLastCalledWith(undo.event);
  expect(shown()).toBe(false);
});

test('BD-04.3 the button in a toast closes it', () => {
  raise();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(shown()).toBe(false);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
