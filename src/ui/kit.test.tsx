import { jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { Avatar, initials } from './avatar.tsx';
import { Button } from './button.tsx';
import { Tabs } from './tabs.tsx';
import { Tooltips } from './tooltip.tsx';
import { TimeAgo } from './time.tsx';

test('a button in flight keeps the focus and takes no click', async () => {
  const user = userEvent.setup();
  const press = jest.fn();
  const { rerender } = render(<Button onClick={press}>Save</Button>);
  await user.click(screen.getByRole('button'));
  rerender(
    <Button loading onClick={press}>
      Save
    </Button>,
  );
  await user.click(screen.getByRole('button'));
  expect(press).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button')).toHaveFocus();
  expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true');
});

test('a disabled tab is never chosen, and a missing one falls back to the first enabled', async () => {
  const user = userEvent.setup();
  const chosen = jest.fn();
  const tabs = [
    { key: 'a', title: 'A', disabled: true },
    { key: 'b', title: 'B' },
    { key: 'c', title: 'C' },
  ];
  render(
    <Tabs label="Views" tabs={tabs} active="gone" onChoose={chosen}>
      Panel
    </Tabs>,
  );
  expect(screen.getByRole('tab', { name: 'B' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('tabpanel')).toHaveAccessibleName('B');
  await user.click(screen.getByRole('tab', { name: 'A' }));
  expect(chosen).not.toHaveBeenCalled();
  act(() => screen.getByRole('tab', { name: 'B' }).focus());
  await user.keyboard('{ArrowRight}');
  expect(chosen).toHaveBeenLastCalledWith('c');
  await user.keyboard('{Home}');
  expect(chosen).toHaveBeenLastCalledWith('b');
});

describe('tooltips', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const open = () => act(() => jest.advanceTimersByTime(500));

  test('one follows what is pointed at, can itself be pointed at, and goes with Escape', () => {
    render(
      <>
        <span data-tooltip="All about it">It</span>
        <Tooltips />
      </>,
    );
    fireEvent.pointerOver(screen.getByText('It'));
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    open();
    expect(screen.getByRole('tooltip')).toHaveTextContent('All about it');
    expect(screen.getByText('It')).toHaveAccessibleDescription('All about it');
    fireEvent.pointerOver(document.body);
    fireEvent.pointerOver(screen.getByRole('tooltip'));
    open();
    expect(screen.getByRole('tooltip')).toBeInTheDocument();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    expect(screen.getByText('It')).not.toHaveAttribute('aria-describedby');
  });

  test('a touch opens it, another one elsewhere closes it, and a costly text is worded only then', () => {
    const describe = jest.fn(() => 'Worded now');
    render(
      <>
        <time data-tooltip="">3 days ago</time>
        <Tooltips describe={describe} />
      </>,
    );
    expect(describe).not.toHaveBeenCalled();
    const touch = (element: Element) =>
      fireEvent(element, Object.assign(new Event('pointerdown', { bubbles: true }), { pointerType: 'touch' }));
    touch(screen.getByText('3 days ago'));
    expect(screen.getByRole('tooltip')).toHaveTextContent('Worded now');
    touch(document.body);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });
});

test('BD-12.4 an avatar asks for one width, and falls back to initials', () => {
  const { container } = render(<Avatar name="Ada King Lovelace" src="/a.png?v=1" />);
  expect(container.querySelector('img')).toHaveAttribute('src', '/a.png?v=1&width=64');
  fireEvent.error(container.querySelector('img') as Element);
  expect(container).toHaveTextContent('AL');
  expect(initials('  ')).toBe('');
  expect(initials('Ångström')).toBe('Å');
});

test('WI-10.96 every icon that the view names is shipped', () => {
  const shipped = new Set(
    readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.css'))
      .flatMap((file) => [...readFileSync(`src/${file}`, 'utf8').matchAll(/data-icon='([\w-]+)'\] \{\s*--icon:/g)])
      .map(([, name]) => name),
  );
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && statSync(file).isFile());
  const named = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bicon(?:=|: )["']([a-z_-]+)["']|<Icon[^>]*? name="([a-z_-]+)"/g)].map(
      ([, a, b]) => a ?? b,
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !shipped.has(name))).toEqual([]);
  // WI-10.96: those of lines of activity are told by the server.
  const [, icons = ''] = /ICONS[^{]*\{([^}]*)\}/.exec(readFileSync('server/graphql/types/note.ts', 'utf8')) ?? [];
  const told = [...icons.matchAll(/'([a-z-]+)'/g)];
  expect(told.length).toBeGreaterThan(20);
  expect(told.flatMap(([, name]) => (name === undefined || shipped.has(name) ? [] : name))).toEqual([]);
});

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
