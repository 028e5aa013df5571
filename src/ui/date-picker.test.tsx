import { jest } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import type { DatePickerProps } from './date-picker-props.ts';
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

test('BD-09.1 what is typed is taken with Enter and shown zero padded', async () => {
  const user = userEvent.setup();
  render(<Field />);
  await user.type(field(), '2026-3-1{Enter}');
  expect(field()).toHaveValue('2026-03-01');
  expect(changed.mock.calls).toEqual([['2026-03-01']]);
});

test('BD-09.2 text that is no date gives today', async () => {
  const user = userEvent.setup();
  render(<Field />);
  await user.type(field(), 'soon{Enter}');
  expect(changed).toHaveBeenLastCalledWith(TODAY);
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

test('BD-09.6 Escape puts the date of before back; leaving keeps what is a date and drops what is none', async () => {
  const user = userEvent.setup();
  render(<Field start="2026-12-24" />);
  await user.clear(field());
  await user.type(field(), 'nonsense{Escape}');
  expect(field()).toHaveValue('2026-12-24');
  await user.type(field(), 'x');
  await user.tab();
  expect(field()).toHaveValue('2026-12-24');
  expect(changed).not.toHaveBeenCalled();
  await user.clear(field());
  await user.type(field(), '2027-01-02');
  await user.tab();
  expect(changed.mock.calls).toEqual([['2027-01-02']]);
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
