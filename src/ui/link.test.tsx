import { fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter, MemoryRouter, useLocation } from 'react-router-dom';
import { Link, useFollowedLinks } from './link.tsx';

function List({ heard }: { readonly heard: (followed: boolean) => void }) {
  const follow = useFollowedLinks();
  const { pathname, search, hash } = useLocation();
  return (
    <div onClick={(event) => heard(follow(event))}>
      <a href="/groups/a?x=1#top">
        <b>Inside</b>
      </a>
      <a href="https://elsewhere.example/groups/a">Outside</a>
      <a href="/groups/b" target="_blank" rel="noreferrer">
        Window
      </a>
      <button type="button">Other</button>
      <output>{pathname + search + hash}</output>
    </div>
  );
}

function open() {
  const heard: boolean[] = [];
  render(
    <MemoryRouter initialEntries={['/start']}>
      <List heard={(followed) => heard.push(followed)} />
    </MemoryRouter>,
  );
  return { heard, place: () => screen.getByRole('status').textContent };
}

test('RP-02.232 a click on a link of a list of the product goes there without leaving the page', () => {
  const { heard, place } = open();
  expect(fireEvent.click(screen.getByText('Inside'))).toBe(false);
  expect(place()).toBe('/groups/a?x=1#top');
  expect(heard).toEqual([true]);
});

test.each([
  ['Inside', { ctrlKey: true }],
  ['Inside', { metaKey: true }],
  ['Inside', { shiftKey: true }],
  ['Inside', { button: 1 }],
  ['Outside', {}],
  ['Window', {}],
])('RP-02.232 %s with %j is left to the browser', (name, how) => {
  const { heard, place } = open();
  expect(fireEvent.click(screen.getByText(name), how)).toBe(true);
  expect(place()).toBe('/start');
  expect(heard).toEqual([true]);
});

test('a click on anything else is not a link’s', () => {
  const { heard } = open();
  fireEvent.click(screen.getByText('Other'));
  expect(heard).toEqual([false]);
});

function Place() {
  const { pathname, search } = useLocation();
  return (
    <>
      <Link to="/groups/a?x=1" className="of-the-page" aria-label="Group A">
        A
      </Link>
      <Link to="/groups/b" onClick={(event) => event.preventDefault()}>
        Handled
      </Link>
      <output>{pathname + search}</output>
    </>
  );
}

function openPlace() {
  window.history.replaceState(null, '', '/start');
  render(
    <BrowserRouter>
      <Place />
    </BrowserRouter>,
  );
  return () => screen.getByRole('status').textContent;
}

test('RP-02.232 a link has its address and its attributes, and goes there without leaving the page', () => {
  const place = openPlace();
  const link = screen.getByRole('link', { name: 'Group A' });
  expect(link.getAttribute('href')).toBe('/groups/a?x=1');
  expect(link.className).toBe('of-the-page');
  const before = window.history.length;
  expect(fireEvent.click(link)).toBe(false);
  expect(place()).toBe('/groups/a?x=1');
  expect(window.history.length).toBe(before + 1);
  fireEvent.click(link);
  expect(window.history.length).toBe(before + 1);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
  'RP-02.232 a link that is clicked with %j is left to the browser',
  (how) => {
    const place = openPlace();
    expect(fireEvent.click(screen.getByRole('link', { name: 'Group A' }), how)).toBe(true);
    expect(place()).toBe('/start');
  },
);

test('RP-02.232 a link whose click was handled leads nowhere', () => {
  const place = openPlace();
  expect(fireEvent.click(screen.getByText('Handled'))).toBe(false);
  expect(place()).toBe('/start');
});
