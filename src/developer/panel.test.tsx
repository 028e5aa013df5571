import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createPlanner, noticeActions } from '@espalier/core';
import { record } from '@espalier/core/replay';
import { FakePorts } from '@espalier/core/testing';
import { createDoor } from './door.ts';
import { DeveloperPanel } from './panel.tsx';

/** A log of one action that was recorded elsewhere. */
function recorded(): string {
  const recording = record({ session: 'elsewhere' });
  const { store, dispose } = createPlanner(new FakePorts().ports, { middleware: [recording.middleware] });
  store.dispatch(noticeActions.raised({ kind: 'toast', text: 'Saved' }));
  dispose();
  return recording.text();
}

/** jsdom's files do not give their text. */
const fileOf = (text: string, name: string): File =>
  Object.assign(new File([text], name), { text: () => Promise.resolve(text) });

test('RP-03.16 RP-03.421 a file of another format is refused with what to do about it, and what was shown stays', async () => {
  const user = userEvent.setup();
  const door = createDoor(new FakePorts().ports);
  const planner = createPlanner(door.ports, { middleware: door.middleware });
  door.attach(planner);
  render(<DeveloperPanel door={door}>{null}</DeveloperPanel>);
  const load = await screen.findByLabelText('Log file');
  await screen.findByText('Showing now, after action 0');

  const text = recorded();
  await user.upload(load, fileOf(text, 'good.jsonl'));
  await screen.findByText('Showing now, after action 1');
  await user.upload(load, fileOf(text.replace('"format":2', '"format":1'), 'old.jsonl'));
  await screen.findByText(
    'Line 1: the log has format 1, but this version only reads format 2: record the session again.',
  );
  expect(screen.getByText('Showing now, after action 1')).toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: 'Log' })).toHaveDisplayValue('good.jsonl');
});
