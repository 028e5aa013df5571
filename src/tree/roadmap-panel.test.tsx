import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { RoadmapPanel } from './roadmap-panel.tsx';

test('TR-03.2 a roadmap that cannot be loaded says so, and is tried again the next time its tab is chosen', async () => {
  let tries = 0;
  const load = () => {
    tries += 1;
    return Promise.reject(new Error('offline'));
  };
  const { unmount } = render(<RoadmapPanel load={load} />);
  expect(screen.getByRole('status', { name: 'Loading the roadmap' })).toBeInTheDocument();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load Roadmap');
  unmount();
  render(<RoadmapPanel load={load} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load Roadmap');
  expect(tries).toBe(2);
});

test('TR-03.2 it can be tried again at once', async () => {
  let reachable = false;
  const Roadmap = () => <p>The roadmap</p>;
  const load = () => (reachable ? Promise.resolve({ Roadmap }) : Promise.reject(new Error('offline')));
  render(<RoadmapPanel load={load} />);
  const again = await screen.findByRole('button', { name: 'Try again' });
  reachable = true;
  await userEvent.setup().click(again);
  expect(await screen.findByText('The roadmap')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
