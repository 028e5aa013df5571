import { render, screen } from '@testing-library/react';
import { RoadmapPanel } from './roadmap-panel.tsx';

test('a roadmap that cannot be loaded says so, and is tried again the next time its tab is chosen', async () => {
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
