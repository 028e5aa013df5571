import type { RootState } from '@espalier/core';
import type { SimClient } from './planner-client.ts';
import { entries } from '@espalier/core/table';
import { pagesInFlight, pagesUnderWay } from './check-pages.ts';

/** What says that something is under way, as texts of what is wrong. */

/** While a request is under way something says so; when none is, nothing may. */
export function inFlightFaults({ index, state }: SimClient): string[] {
  const { pending } = state;
  const found: string[] = pending.map(({ id, status }) => `the mutation ${id} is still ${status}`);
  for (const id of openingIn(state)) found.push(`${id} is still opening`);
  found.push(...pagesInFlight(state));
  return found.map((text) => `client ${index}: ${text}`);
}

const openingIn = ({ tree, overTree }: RootState): readonly string[] =>
  [...entries(tree.expansion), ...entries(overTree.expansion)].flatMap(([id, expansion]) =>
    expansion === 'opening' ? [id] : [],
  );

/** At any time: what says that something is under way is right only while some request is. (A search waits a moment before it asks.) */
export function idleFaults(client: Pick<SimClient, 'index' | 'state' | 'isTrying'>, isWaiting: boolean): string[] {
  // Between two tries of an edit nothing is on its way, nor while somebody is signed out.
  if (isWaiting || client.isTrying || client.state.access.ended !== undefined) return [];
  const found: string[] = openingIn(client.state).map((id) => `${id} is opening`);
  found.push(...pagesUnderWay(client.state));
  return found.map((text) => `client ${client.index}: ${text}, and nothing is under way`);
}
