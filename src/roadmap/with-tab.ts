/** RL-07.6: on the page of an epic the roadmap is a tab, whose name in the address is not the roadmap's to take away. */
export function withTab(view: [string, string][] | string, before: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(view);
  const tab = before.get('tab');
  if (tab !== null) after.set('tab', tab);
  return after;
}
