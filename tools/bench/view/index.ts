import { benchRoadmap } from './roadmap/index.ts';
import { benchTree } from './tree.ts';

/** The view in a Chromium beside its floors and its peers: the tree and the roadmap, or a part of either. Gives the demands that are missed. */
export async function benchView(only?: string): Promise<string[]> {
  const [part, ...rest] = only?.split(':') ?? [];
  if (part === 'roadmap') return benchRoadmap(rest[0]);
  const missed = await benchTree(part);
  return part === undefined ? [...missed, ...(await benchRoadmap())] : missed;
}
