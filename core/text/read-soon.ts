import type { Ports } from '../ports/index.ts';
import type { GlobalId } from '../work-item/types.ts';
import { isAnyOf } from '@reduxjs/toolkit';
import { call, fork, put, race, select, take, type SagaGenerator } from 'typed-redux-saga';
import { epicActions } from '../epic/actions.ts';
import { epicPage } from '../epic/queries.ts';
import { sleep } from '../store/effects.ts';
import { get } from '../table/index.ts';
import { workItemPage } from '../work-item/slice.ts';
import { readAgain, type TextPlaces } from './save.ts';

/** Milliseconds that are waited for the text to be read again: after a save, so that the old one is not shown once more. */
const READ_SOON = 3_000;

/** These bring a text and its version. Nothing else does: the answer to another edit may name a version whose text was not read yet. */
export const brings = isAnyOf(epicPage.received, workItemPage.received, epicActions.epicRefreshed);

export function* outdated(id: GlobalId): SagaGenerator<void> {
  const item = yield* select(({ confirmed }: TextPlaces) => get(confirmed.items, id));
  if (item !== undefined) yield* put(readAgain(item));
}

/** Has the item read again, and waits for it a while. */
export function* readSoon({ clock }: Ports, id: GlobalId): SagaGenerator<void> {
  yield* fork(outdated, id);
  yield* race({ read: take(brings), late: call(sleep, clock, READ_SOON) });
}
