import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { RenewContext } from '../ui/use-lazy.ts';
import { RoadmapPanel } from './roadmap-panel.tsx';

test('TR-03.2 a roadmap that cannot be loaded says so, asks for a new page when it is tried again, and is not asked for twice', async () => {
  const load = jest.fn(() => Promise.reject(new Error('offline')));
  const renew = jest.fn();
  const panel = (
    <RenewContext value={renew}>
      <RoadmapPanel load={load} />
    </RenewContext>
  );
  const { unmount } = render(panel);
  expect(screen.getByRole('status', { name: 'Loading the roadmap' })).toBeInTheDocument();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load Roadmap');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(renew).toHaveBeenCalledTimes(1);
  unmount();
  render(panel);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load Roadmap');
  expect(load).toHaveBeenCalledTimes(1);
});
