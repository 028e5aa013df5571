interface Choice<K extends string> {
  readonly key: K;
  readonly disabled?: boolean;
}

const enabledIn = <K extends string>(choices: readonly Choice<K>[]): readonly Choice<K>[] =>
  choices.filter(({ disabled }) => disabled !== true);

/** RL-07.2 and RL-07.3: the active tab where it is there and enabled, else the first enabled one; undefined where none is. */
export const activeTab = <K extends string>(tabs: readonly Choice<K>[], asked: string | null): K | undefined =>
  (enabledIn(tabs).find(({ key }) => key === asked) ?? enabledIn(tabs)[0])?.key;

/** RL-07.1: the query of an address whose `tab` says which tab is active; the first of all tabs is not named. */
export function queryWithTab(query: string, tabs: readonly Choice<string>[], active: string): string {
  const params = new URLSearchParams(query);
  if (active === tabs[0]?.key) params.delete('tab');
  else params.set('tab', active);
  return params.toString();
}

/** RL-07.4: the chosen value where it is an enabled option, else the last valid one before it, else the first enabled. */
export function segmentValue<K extends string>(
  options: readonly Choice<K>[],
  asked: string | null,
  before: string | null,
): K | undefined {
  const enabled = enabledIn(options);
  const find = (value: string | null) => enabled.find(({ key }) => key === value)?.key;
  return find(asked) ?? find(before) ?? enabled[0]?.key;
}
