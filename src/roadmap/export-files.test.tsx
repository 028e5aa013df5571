import { act, screen } from '@testing-library/react';
import { closePage, openPage } from '../testing/product.tsx';
import { grid, NOV, PAGE } from './testing.ts';

afterEach(closePage);

const sheets = () => [...document.querySelectorAll('[data-sheet]')];
const printing = (event: 'beforeprint' | 'afterprint') => act(() => window.dispatchEvent(new Event(event)));

test.each([
  [60, 'Roadmap · acme · the first 50 epics'],
  [20, 'Roadmap · acme'],
])('RM-09.38 of %d epics the sheets say whether these are all', async (count, title) => {
  await openPage(PAGE, ({ server: { world }, groupId }) => {
    for (let index = 1; index <= count; index += 1) world.addEpic(groupId, { title: `Epic ${index}`, ...NOV });
  });
  await grid();
  printing('beforeprint');
  expect(sheets().length).toBeGreaterThan(0);
  for (const sheet of sheets()) expect(sheet.querySelector('title')?.textContent).toBe(title);
  printing('afterprint');
  expect(sheets()).toHaveLength(0);
});

test.each(['the menu', 'the palette'])(
  'RM-09.42 a picture that cannot be read is refused, and the alert names the way: asked by %s',
  async (way) => {
    const { user } = await openPage(PAGE, ({ server: { world }, groupId }) => {
      world.addEpic(groupId, { title: 'One', ...NOV });
    });
    await grid();
    // jsdom has no pictures: this one is as large as that of 10,000 epics.
    Object.defineProperties(HTMLImageElement.prototype, {
      decode: { configurable: true, value: () => Promise.resolve() },
      naturalWidth: { configurable: true, get: () => 2840 },
      naturalHeight: { configurable: true, get: () => 500_090 },
    });
    if (way === 'the menu') {
      await user.click(screen.getByRole('button', { name: 'Export' }));
      await user.click(await screen.findByRole('menuitem', { name: /PNG/ }));
    } else {
      await user.keyboard('{Control>}k{/Control}');
      await user.type(await screen.findByRole('combobox', { name: 'Search or go to…' }), 'Export the roadmap as PNG');
      await user.keyboard('{Enter}');
    }
    expect(await screen.findByText('The roadmap could not be exported as PNG')).toBeInTheDocument();
    expect(screen.getByText(/^It has too many rows for a picture/)).toBeInTheDocument();
  },
);
