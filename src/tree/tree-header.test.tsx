import { render, screen } from '@testing-library/react';
import type { TreeHeader as Header } from '@espalier/core';
import { TreeHeader } from './tree-header.tsx';

const HEADER: Header = {
  title: 'Child epics and issues',
  countLines: [{ label: 'Issues', opened: 1100, closed: 134, total: 1234, text: '1100 open, 134 closed' }],
  countsNotice: 'Counts reflect children you may not have access to.',
  weight: { label: 'Total weight', opened: 2_000_000, closed: 0, total: 2_000_000, text: '2000000 open, 0 closed' },
  health: [{ status: 'atRisk', label: 'At risk', variant: 'danger', count: 1000 }],
  confidential: null,
  tabs: null,
  labelsShown: true,
  canToggleLabels: true,
  addMenu: [],
};

test('BD-08.2 sums from a thousand on are short in the header, and whole on pointing at them', () => {
  render(<TreeHeader titleId="title" header={HEADER} />);
  const issues = screen.getByRole('img', { name: /^Issues: 1100 open, 134 closed/ });
  expect(issues).toHaveTextContent('1.2k');
  expect(issues).toHaveAttribute('data-tooltip', expect.stringContaining('1100 open'));
  expect(screen.getByRole('img', { name: 'Total weight: 2000000 open, 0 closed' })).toHaveTextContent('2m');
  expect(screen.getByText('1k at risk')).toBeInTheDocument();
});
