import { jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { addDays } from '@espalier/core/calendar';
import type { RestRequest } from '@espalier/core/ports';
import { closePage, openPage } from '../testing/product.tsx';
import './trial-widget.tsx';

afterEach(() => {
  jest.useRealTimers();
  closePage();
});

const TITLE = "You've got 10 days remaining on Gold!";

/** A page of a project of the group, on the twenty-first day of its trial. */
async function onTrial(changed: { readonly contactSales?: boolean; readonly daysAgo?: number } = {}) {
  const { contactSales = false, daysAgo = 20 } = changed;
  const page = await openPage('/acme/app/-/settings/templates', ({ server }) => {
    const { rest, world } = server;
    const ask = rest.request.bind(rest);
    const startsOn = addDays(world.now().slice(0, 10), -daysAgo);
    const days = { starts_on: startsOn, ends_on: addDays(startsOn, 30) };
    const trial = { plan_name: 'Gold', ...days, contact_sales: contactSales };
    const data = { limit: null, members: 4, on_trial: true, group_name: 'Acme', owner: true, trial };
    rest.request = <R,>(given: RestRequest, ...more: unknown[]) =>
      given.path === '/acme/app/-/member_limit.json'
        ? Promise.resolve({ data: data as R, status: 200, headers: {} })
        : ask<R>(given, ...(more as []));
  });
  await page.rest();
  return page;
}

const widget = () => screen.getByRole('link', { name: /Gold Trial/ });
const popover = () => screen.queryByRole('group', { name: TITLE });
const pass = (milliseconds: number) => act(() => void jest.advanceTimersByTime(milliseconds));
const mouse = { pointerType: 'mouse' };

test('BD-06.20 BD-06.21 the widget says the day and leads to the plan; its popover to what there is in this variant', async () => {
  await onTrial({ contactSales: true });
  expect(widget()).toHaveTextContent('Gold TrialDay 21/30');
  expect(widget()).toHaveAttribute('href', '/groups/acme/-/billings');
  expect(screen.getByRole('progressbar', { name: 'Trial' })).toHaveAttribute('aria-valuenow', '70');
  fireEvent.focus(widget());
  const links = [...(popover()?.querySelectorAll('a') ?? [])].map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ]);
  expect(links).toEqual([
    ['Upgrade Acme to Gold', '/groups/acme/-/billings'],
    ['Compare all plans', '/groups/acme/-/billings'],
    ['Contact sales', '/groups/acme/-/contact_sales'],
  ]);
});

test('BD-06.20 after the trial and before it there is no widget', async () => {
  await onTrial({ daysAgo: 30 });
  expect(screen.queryByRole('link', { name: /Gold Trial/ })).toBeNull();
  closePage();
  await onTrial({ daysAgo: -1 });
  expect(screen.queryByRole('link', { name: /Gold Trial/ })).toBeNull();
});

test('BD-06.22 the popover stays 400 ms after the pointer has left, unless it comes back', async () => {
  await onTrial();
  jest.useFakeTimers();
  const place = widget().parentElement as HTMLElement;
  fireEvent.pointerEnter(place, mouse);
  expect(popover()).not.toBeNull();
  expect(screen.queryByRole('link', { name: 'Contact sales' })).toBeNull();
  fireEvent.pointerLeave(place, mouse);
  pass(399);
  fireEvent.pointerEnter(place, mouse);
  pass(400);
  expect(popover()).not.toBeNull();
  fireEvent.pointerLeave(place, mouse);
  pass(399);
  expect(popover()).not.toBeNull();
  pass(1);
  expect(popover()).toBeNull();
});

test('BD-06.22 a small window has no popover; it is measured 150 ms after it was last resized', async () => {
  await onTrial();
  jest.useFakeTimers();
  const resize = (width: number) => {
    window.innerWidth = width;
    fireEvent(window, new Event('resize'));
  };
  const before = window.innerWidth;
  fireEvent.focus(widget());
  resize(767);
  pass(149);
  resize(767);
  pass(149);
  expect(popover()).not.toBeNull();
  pass(1);
  expect(popover()).toBeNull();
  resize(768);
  pass(150);
  expect(popover()).not.toBeNull();
  resize(before);
});
