import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useUnheld } from '../ports/idle.ts';

function Page({ version }: { readonly version: number }) {
  const taken = useUnheld(version);
  return (
    <main key={taken} tabIndex={-1}>
      <input aria-label={`Version ${taken}`} />
      <button type="button">Next</button>
    </main>
  );
}

test('RP-02.38 a page is read anew at once where nothing of it has the focus', () => {
  const { rerender } = render(<Page version={1} />);
  rerender(<Page version={2} />);
  screen.getByLabelText('Version 2');
  screen.getByRole('main').focus();
  rerender(<Page version={3} />);
  screen.getByLabelText('Version 3');
});

test('RP-02.38 a page in which somebody types is read anew when they have left it', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Page version={1} />);
  await user.type(screen.getByLabelText('Version 1'), 'Half');
  rerender(<Page version={2} />);
  await user.tab();
  await new Promise(requestAnimationFrame);
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
  expect(screen.getByLabelText('Version 1')).toHaveValue('Half');
  (document.activeElement as HTMLElement).blur();
  await screen.findByLabelText('Version 2');
});
