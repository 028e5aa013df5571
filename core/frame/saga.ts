import type { SagaGenerator } from 'typed-redux-saga';
import { put, select } from 'typed-redux-saga';
import { get } from '../table/index.ts';
import { namesAlong, type NamedPlace } from './places.ts';
import { frameActions, type FrameState } from './slice.ts';

/** RP-03.403: keeps the names that a reading of a page brought by the way. */
export function* named({ fullPath, fullName }: NamedPlace): SagaGenerator<void> {
  const names = yield* select(({ frame }: { readonly frame?: FrameState }) => frame?.names);
  const pairs = namesAlong({ fullPath, fullName });
  const known = names !== undefined && pairs.every(([path, name]) => get(names, path) === name);
  if (!known && pairs.length > 0) yield* put(frameActions.placeNamed({ fullPath, fullName }));
}
