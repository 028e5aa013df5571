import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { PopupFailure } from './part-failure.tsx';
import { loadDressed, useLazy, watchStyles } from './use-lazy.ts';

/** A part that can be fetched once `reachable` is true; counts how often it was tried. */
function part() {
  const it = { reachable: false, tries: 0 };
  const load = () => {
    it.tries += 1;
    return it.reachable ? Promise.resolve({ text: 'Here it is' }) : Promise.reject(new Error('offline'));
  };
  return { it, load };
}

/** A button that opens a part above the page, as menus and dialogs do. */
function Opener({ load }: { readonly load: () => Promise<{ readonly text: string }> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      {open && <Popup load={load} onClose={() => setOpen(false)} />}
    </>
  );
}

function Popup({ load, onClose }: Parameters<typeof Opener>[0] & { readonly onClose: () => void }) {
  const { module, failed, retry } = useLazy(load, true);
  if (failed) return <PopupFailure what="The menu" onRetry={retry} onClose={onClose} />;
  return module && <p>{module.text}</p>;
}

async function opened() {
  const user = userEvent.setup();
  const { it, load } = part();
  render(<Opener load={load} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The menu could not be loaded.');
  return { user, it };
}

test('a part that cannot be fetched says so, takes the focus, and opens when it is tried again', async () => {
  const { user, it } = await opened();
  const again = screen.getByRole('button', { name: 'Try again' });
  expect(again).toHaveFocus();
  await user.click(again);
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(it.tries).toBe(2);
  it.reachable = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Here it is')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test.each(['{Escape}', 'Dismiss'])('%s closes it, and the focus is back on what opened it', async (way) => {
  const { user } = await opened();
  if (way === 'Dismiss') await user.click(screen.getByRole('button', { name: way }));
  else await user.keyboard(way);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});

test('it is tried again by itself when the browser is online again', async () => {
  const { it } = await opened();
  it.reachable = true;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('Here it is')).toBeInTheDocument();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(it.tries).toBe(2);
});

test('a style sheet that could not be fetched is fetched again before its module is', async () => {
  watchStyles();
  const sheet = document.head.appendChild(document.createElement('link'));
  sheet.rel = 'stylesheet';
  sheet.dispatchEvent(new Event('error'));
  const links = () => [...document.head.querySelectorAll('link')];
  const load = jest.fn(() => Promise.resolve('dressed'));

  const failing = loadDressed(load);
  expect(links()).toHaveLength(1);
  expect(links()[0]).not.toBe(sheet);
  links()[0]?.dispatchEvent(new Event('error'));
  await expect(failing).rejects.toBeInstanceOf(Event);
  expect(load).not.toHaveBeenCalled();

  const loading = loadDressed(load);
  links()[0]?.dispatchEvent(new Event('load'));
  expect(await loading).toBe('dressed');
  expect(await loadDressed(load)).toBe('dressed');
  expect(links()).toHaveLength(1);
});
