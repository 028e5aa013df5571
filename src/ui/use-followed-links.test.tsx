import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { useFollowedLinks } from './use-followed-links.ts';

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

test('a click on a link of the product goes there without leaving the page', () => {
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
])('%s with %j is left to the browser', (name, how) => {
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
