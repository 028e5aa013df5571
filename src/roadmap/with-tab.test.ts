import { withTab } from './with-tab.ts';

test('RP-02.219 another view of the roadmap stays in the tab that the address names', () => {
  const inTab = new URLSearchParams('tab=roadmap&sort=title_asc');
  expect(withTab('?timeframe_range_type=CURRENT_YEAR', inTab).toString()).toBe(
    'timeframe_range_type=CURRENT_YEAR&tab=roadmap',
  );
  expect(withTab([['sort', 'title_desc']], new URLSearchParams()).toString()).toBe('sort=title_desc');
});
