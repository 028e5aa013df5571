/** The rules of tabs. */

export interface Choice<K extends string> {
  readonly key: K;
  readonly disabled?: boolean;
}

export const enabledIn = <K extends string>(choices: readonly Choice<K>[]): readonly Choice<K>[] =>
  choices.filter(({ disabled }) => disabled !== true);

/** RL-07.2 and RL-07.3: the active tab if it exists and is enabled, else the first enabled one; undefined if there is none. */
export const activeTab = <K extends string>(tabs: readonly Choice<K>[], asked: string | null): K | undefined =>
  (enabledIn(tabs).find(({ key }) => key === asked) ?? enabledIn(tabs)[0])?.key;

/** The parameters of an address's query, in their order. */
type Params = [name: string, value: string][];

/** The parameters with `tab` where it stood, else at the end; null: without it. */
function withTab(params: Readonly<Params>, tab: string | null): Params {
  const at = params.findIndex(([name]) => name === 'tab');
  const others = params.filter(([name]) => name !== 'tab');
  return tab === null ? others : others.toSpliced(at < 0 ? others.length : at, 0, ['tab', tab]);
}

/** RL-07.1: the query of an address whose `tab` says which tab is active; the first of all tabs is not named. */
export const queryWithTab = (query: Readonly<Params>, tabs: readonly Choice<string>[], active: string): Params =>
  withTab(query, active === tabs[0]?.key ? null : active);

/** RL-07.6: another query of a page, in the tab that its address names. */
export function queryInTab(query: Readonly<Params>, before: Readonly<Params>): Params {
  const named = before.find(([name]) => name === 'tab');
  return named === undefined ? [...query] : withTab(query, named[1]);
}
