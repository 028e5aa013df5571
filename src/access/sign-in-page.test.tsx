import { act, screen } from '@testing-library/react';
import { accessActions } from '@espalier/core/access';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

const nobody = (settings: Record<string, string>) =>
  accessActions.sessionReceived({ user: null, features: {}, firstRun: false, settings });

test('AP-09.95 where a provider is set the page leads to it, with the page that asked', async () => {
  const asked = encodeURIComponent('/groups/acme/-/epics?state=opened');
  const { planner } = await openPage(`/-/sign-in?return_to=${asked}`, () => undefined, { viewer: null });
  await screen.findByRole('button', { name: 'Sign in' });
  expect(screen.queryByRole('link', { name: /^Sign in with/ })).toBeNull();
  act(() => void planner.store.dispatch(nobody({ signInWith: 'Acme ID' })));
  expect(screen.getByRole('link', { name: 'Sign in with Acme ID' })).toHaveAttribute(
    'href',
    `/-/oidc?return_to=${asked}`,
  );
});
