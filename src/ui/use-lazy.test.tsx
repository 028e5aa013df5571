import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useContext, useState } from 'react';
import { PortsContext } from '../ports/context.ts';
import { PartFailure, PopupFailure } from './empty-state.tsx';
import { RenewContext, useLazy } from './use-lazy.ts';

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

/** What cannot be fetched the first time could be the second time, by this load. */
async function opened() {
  const user = userEvent.setup();
  const load = jest.fn(() => Promise.resolve({ text: 'Here it is' })).mockRejectedValueOnce(new Error('offline'));
  const renew = jest.fn();
  render(
    <RenewContext value={renew}>
      <Opener load={load} />
    </RenewContext>,
  );
  const opener = screen.getByRole('button', { name: 'Open' });
  await user.click(opener);
  expect(await screen.findByRole('alert')).toHaveTextContent('The menu could not be loaded.');
  return { user, load, renew, opener };
}

test('RP-02.220 a part that cannot be fetched says so, takes the focus, and asks for a new page when it is tried again', async () => {
  const { user, renew } = await opened();
  const again = screen.getByRole('button', { name: 'Try again' });
  expect(again).toHaveFocus();
  expect(renew).not.toHaveBeenCalled();
  await user.click(again);
  expect(renew).toHaveBeenCalledTimes(1);
});

test('RP-02.220 without a connection it says that there is none', () => {
  const offline = { online: () => false, onChange: () => () => undefined };
  function Offline() {
    const ports = { ...useContext(PortsContext), connection: offline };
    return (
      <PortsContext value={ports}>
        <PartFailure what="The menu" onRetry={() => undefined} />
      </PortsContext>
    );
  }
  render(<Offline />);
  expect(screen.getByRole('alert')).toHaveTextContent('There is no connection. Try again when it is back.');
});

test('RP-02.222 opened again it is not asked for again', async () => {
  const { user, load, opener } = await opened();
  await user.keyboard('{Escape}');
  await user.click(opener);
  expect(await screen.findByRole('alert')).toHaveTextContent('The menu could not be loaded.');
  expect(load).toHaveBeenCalledTimes(1);
});

test.each(['{Escape}', 'Dismiss'])('%s closes it, and the focus is back on what opened it', async (way) => {
  const { user, opener } = await opened();
  if (way === 'Dismiss') await user.click(screen.getByRole('button', { name: way }));
  else await user.keyboard(way);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(opener).toHaveFocus();
});

test('a part that was there stays when it is wanted no more, and is not loaded twice', async () => {
  const load = jest.fn(() => Promise.resolve({ text: 'Here it is' }));
  const { rerender } = render(<Popup load={load} onClose={() => undefined} />);
  expect(await screen.findByText('Here it is')).toBeInTheDocument();
  rerender(<Popup load={load} onClose={() => undefined} />);
  expect(load).toHaveBeenCalledTimes(1);
});
