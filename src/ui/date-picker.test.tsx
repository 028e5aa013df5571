import { jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import type { DatePickerProps } from './date-picker.tsx';
import { followRegion } from '../ports/region.ts';
import { DatePicker } from './date-picker.tsx';

const TODAY = '2026-11-21';
const changed = jest.fn<(date: string | null) => void>();

function Field({ start = null, ...rest }: Partial<DatePickerProps> & { readonly start?: string | null }) {
  const [value, setValue] = useState(start);
  return (
    <DatePicker
      label="Due date"
      today={TODAY}
      {...rest}
      value={value}
      onChange={(date) => {
        changed(date);
        setValue(date);
      }}
    />
  );
}

const field = () => screen.getByRole('textbox', { name: 'Due date' });
beforeEach(() => changed.mockClear());

// The first: it needs words that cannot be read yet.
test('BD-09.8 words of a field that is gone when they can be read are no date of anything', async () => {
  const typed = () => {
    fireEvent.change(field(), { target: { value: 'next friday' } });
    fireEvent.keyDown(field(), { key: 'Enter' });
  };
  const gone = render(<Field />);
  typed();
  gone.unmount();
  expect(changed).not.toHaveBeenCalled();
  render(<Field />);
  typed();
  await waitFor(() => expect(field()).toHaveValue('2026-11-27'));
  expect(changed).toHaveBeenCalledTimes(1);
});

test('BD-09.1 what is typed is taken with Enter and shown zero padded', async () => {
  const user = userEvent.setup();
  render(<Field />);
  await user.type(field(), '2026-3-1{Enter}');
  expect(field()).toHaveValue('2026-03-01');
  expect(changed.mock.calls).toEqual([['2026-03-01']]);
});

test.each(['31.12.2026', '12/31/2026', 'Dec 31', '+40d'])('BD-09.7 BD-09.8 BD-09.9 %s is taken', async (text) => {
  const user = userEvent.setup();
  render(<Field />);
  await user.type(field(), `${text}{Enter}`);
  await waitFor(() => expect(changed.mock.calls).toEqual([['2026-12-31']]));
  expect(field()).toHaveValue('2026-12-31');
});

test('BD-09.2 text that is no date stays, and the field says so; leaving it changes nothing', async () => {
  const user = userEvent.setup();
  const unread = jest.fn();
  render(<Field start="2026-12-24" onUnread={unread} error="This date is before the start date." />);
  await user.clear(field());
  await user.type(field(), 'soon{Enter}');
  const alert = await screen.findByText(/cannot be read/);
  expect(screen.getAllByRole('alert')).toEqual([alert]);
  expect(field()).toHaveAccessibleDescription(alert.textContent ?? '');
  await user.tab();
  expect([changed.mock.calls, field()]).toEqual([[], expect.objectContaining({ value: 'soon' })]);
  expect(unread).toHaveBeenLastCalledWith(true);
  await user.type(field(), '{Escape}');
  expect(field()).toHaveValue('2026-12-24');
  expect(unread).toHaveBeenLastCalledWith(false);
  expect(screen.queryByText(/cannot be read/)).not.toBeInTheDocument();
});

test.each([
  [null, null],
  ['2026-12-01', '2026-12-01'],
])('BD-09.3 clearing the field and Enter, with the minimum %s, sets %s', async (min, date) => {
  const user = userEvent.setup();
  render(<Field start="2026-12-24" min={min} />);
  await user.clear(field());
  await user.keyboard('{Enter}');
  expect(changed.mock.calls).toEqual([[date]]);
  expect(field()).toHaveValue(date ?? '');
});

test('BD-09.6 Escape puts the date of before back; leaving takes what is a date', async () => {
  const user = userEvent.setup();
  render(<Field start="2026-12-24" />);
  await user.clear(field());
  await user.type(field(), 'nonsense{Escape}');
  expect(field()).toHaveValue('2026-12-24');
  expect(changed).not.toHaveBeenCalled();
  await user.clear(field());
  await user.type(field(), 'tomorrow');
  await user.tab();
  await waitFor(() => expect(changed.mock.calls).toEqual([['2026-11-22']]));
});

test('a day is picked in the calendar by keyboard alone; the focus comes back', async () => {
  const user = userEvent.setup();
  render(<Field start="2026-11-30" />);
  await user.click(field());
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  const calendar = await screen.findByRole('dialog', { name: 'Due date' });
  expect(within(calendar).getByRole('heading', { name: 'Due date, November 2026' })).toBeInTheDocument();
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/November 30, 2026/));
  await user.keyboard('{ArrowRight}{Enter}');
  expect(changed.mock.calls).toEqual([['2026-12-01']]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(field()).toHaveFocus();
});

test('days before the minimum cannot be picked, today is offered only within the limits, and a date can be cleared', async () => {
  const user = userEvent.setup();
  render(<Field start="2026-12-10" min="2026-12-05" />);
  await user.click(screen.getByRole('button', { name: 'Choose due date' }));
  const calendar = await screen.findByRole('dialog');
  await user.click(within(calendar).getByRole('button', { name: /December 4, 2026/ }));
  expect(changed).not.toHaveBeenCalled();
  await user.click(within(calendar).getByRole('button', { name: 'Today' }));
  expect(changed).toHaveBeenLastCalledWith('2026-12-05');
  await user.click(screen.getByRole('button', { name: 'Choose due date' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Clear' }));
  expect(changed).toHaveBeenLastCalledWith(null);
  expect(field()).toHaveValue('');
});

test('BD-09.5 as many months as asked for, four at most; months and years are stepped through', async () => {
  const user = userEvent.setup();
  render(<Field start="2026-11-30" months={9} />);
  await user.click(screen.getByRole('button', { name: 'Choose due date' }));
  const calendar = await screen.findByRole('dialog');
  expect(within(calendar).getAllByRole('grid')).toHaveLength(4);
  await user.click(within(calendar).getByRole('button', { name: 'Next year' }));
  await user.click(within(calendar).getByRole('button', { name: 'Previous month' }));
  expect(within(calendar).getByRole('heading', { level: 2 })).toHaveTextContent('2027');
});

test('a field that is only read takes no text and has no calendar', async () => {
  const user = userEvent.setup();
  render(<Field start="2026-11-30" readOnly />);
  await user.type(field(), '5{Enter}');
  expect(changed).not.toHaveBeenCalled();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('AP-09.61 the weeks of the calendar begin on the first day that the account has', async () => {
  followRegion({ settings: { firstDayOfWeek: 6 } });
  const user = userEvent.setup();
  render(<Field />);
  field().focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  const grid = await screen.findByRole('grid');
  const days = grid.querySelectorAll('thead th, thead td');
  expect([...days].map(({ textContent }) => textContent)).toEqual(['Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri']);
  followRegion({ settings: { firstDayOfWeek: 0 } });
});
