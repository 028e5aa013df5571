import { render } from '@testing-library/react';
import { TimeAgo } from './time.tsx';

const AT = '1969-12-29T00:00:00Z';
const CREATED = 'Created 1969-12-01T00:00:00Z';

/** The clock where no port is given stands at 1970-01-01. */
const shown = (quiet: boolean) =>
  render(<TimeAgo at={AT} what="Updated" also={CREATED} quiet={quiet} />).container.querySelector('time');

test('RP-02.231 in a row a time says what it is to screen readers, and its tooltip both times', () => {
  const time = shown(true);
  expect(time).toHaveTextContent('Updated 3 days ago');
  expect(time?.querySelector('.visually-hidden')).toHaveTextContent('Updated');
  expect(time?.dataset.times).toBe(`Updated ${AT}|${CREATED}`);
});

test('RP-02.231 elsewhere it says it aloud', () => {
  const time = shown(false);
  expect(time).toHaveTextContent('Updated 3 days ago');
  expect(time?.querySelector('.visually-hidden')).toBeNull();
});
