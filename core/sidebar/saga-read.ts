import type {
  EpicAncestorsQuery,
  EpicLabelsFromQuery,
  EpicParticipantsQuery,
  EpicSidebarPartsFragment,
} from '../api/generated/operations.ts';
import type { Label } from '../work-item/types.ts';
import type { Reply } from '../access/effects.ts';
import type { Answer, Cancellable, Ports } from '../ports/index.ts';
import type { SidebarRoot } from './select-root.ts';
import type { EpicRef, SidebarPart } from './types.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import { call, put, select } from 'typed-redux-saga';
import { ask } from '../access/effects.ts';
import {
  EpicAncestorsOperation,
  EpicColorOperation,
  EpicLabelsFromOperation,
  EpicParticipantsOperation,
  EpicSidebarOperation,
} from '../api/generated/operations.ts';
import { cursorOfNext, nodesOf } from '../api/wire-parts.ts';
import { sleep } from '../store/index.ts';
import { isStale, stampsOf } from '../sync/index.ts';
import { sidebarAnswers } from './actions.ts';
import { fieldsKey } from './intents.ts';
import { readLabels } from './saga-labels.ts';
import { childDates } from './select-root.ts';
import { ancestorsOf, labelsOf, sidebarEpic } from './wire.ts';

/** `first` is told when it fails; a `refresh` that fails changes nothing, and is tried again. */
export type Reading = 'first' | 'refresh';
export const FIRST: Reading = 'first';
export const REFRESH: Reading = 'refresh';

const variables = ({ groupPath, iid }: EpicRef) => ({ fullPath: groupPath, iid });

const stampsFor =
  ({ id }: EpicRef) =>
  ({ stamps }: SidebarRoot) =>
    stampsOf(stamps, [fieldsKey(id)]);

/** RP-02.9: a reading that began before an edit of the epic was answered is dropped and repeated. */
function* fresh<T>(ref: EpicRef, send: () => Cancellable<Answer<T>>): SagaGenerator<Reply<T>> {
  const stamps = stampsFor(ref);
  for (;;) {
    const before = yield* select(stamps);
    const reply = yield* call(ask<T>, send);
    if (!isStale(before, yield* select(stamps))) return reply;
  }
}

/** EP-18.45: what cannot be read is told once, in its own place. */
function* failed(part: SidebarPart, reading: Reading): SagaGenerator<void> {
  if (reading === 'first') yield* put(sidebarAnswers.partFailed({ part }));
}

function* asked(part: SidebarPart, reading: Reading): SagaGenerator<void> {
  if (reading === 'first') yield* put(sidebarAnswers.partAsked({ part }));
}

/** EP-08.15: the labels of the epic, also those of further pages; null where one could not be read. */
function* allLabels({ graphql }: Ports, ref: EpicRef, first: SidebarLabels): SagaGenerator<readonly Label[] | null> {
  let labels = labelsOf(first ?? undefined);
  let after = cursorOfNext(first);
  while (after !== null) {
    const from: string = after;
    const reply = yield* call(ask<EpicLabelsFromQuery>, () =>
      graphql.request(EpicLabelsFromOperation, { ...variables(ref), after: from }),
    );
    const page = reply.ok ? reply.data.group?.epic?.labels : null;
    if (page === null || page === undefined) return null;
    labels = [...labels, ...labelsOf(page)];
    after = cursorOfNext(page);
  }
  return labels;
}

type SidebarLabels = EpicSidebarPartsFragment['labels'];

export function* readEpic(ports: Ports, ref: EpicRef, reading: Reading): SagaGenerator<boolean> {
  const { graphql } = ports;
  yield* asked('epic', reading);
  const before = yield* select(stampsFor(ref));
  const reply = yield* fresh(ref, () => graphql.request(EpicSidebarOperation, variables(ref)));
  const node = reply.ok ? reply.data.group?.epic : null;
  if (!reply.ok || node === null || node === undefined) {
    yield* failed('epic', reading);
    return false;
  }
  const labels = yield* allLabels(ports, ref, node.labels);
  if (labels === null) {
    yield* failed('epic', reading);
    return false;
  }
  if (cursorOfNext(node.labels) !== null && isStale(before, yield* select(stampsFor(ref)))) {
    return yield* readEpic(ports, ref, reading);
  }
  const children = yield* select((root: SidebarRoot) => childDates(root, ref.id, 'confirmed'));
  yield* put(sidebarAnswers.epicRead({ epic: { ...sidebarEpic(ref, node), labels }, children }));
  return true;
}

export function* readColor({ graphql }: Ports, ref: EpicRef, reading: Reading): SagaGenerator<boolean> {
  yield* asked('color', reading);
  const reply = yield* fresh(ref, () => graphql.request(EpicColorOperation, variables(ref)));
  const node = reply.ok ? reply.data.workspace?.issuable : null;
  if (!reply.ok || node === null || node === undefined) {
    yield* failed('color', reading);
    return false;
  }
  yield* put(sidebarAnswers.colorRead({ id: ref.id, color: node.color, textColor: node.textColor }));
  return true;
}

export function* readAncestors({ graphql }: Ports, ref: EpicRef, reading: Reading): SagaGenerator<boolean> {
  yield* asked('ancestors', reading);
  const reply = yield* call(ask<EpicAncestorsQuery>, () => graphql.request(EpicAncestorsOperation, variables(ref)));
  const node = reply.ok ? reply.data.workspace?.issuable : null;
  if (!reply.ok || node === null || node === undefined) {
    yield* failed('ancestors', reading);
    return false;
  }
  yield* put(
    sidebarAnswers.ancestorsRead({
      id: ref.id,
      hasParent: node.hasParent,
      parentId: node.parent?.id ?? null,
      ancestors: ancestorsOf(node),
    }),
  );
  return true;
}

export function* readParticipants({ graphql }: Ports, ref: EpicRef): Generator {
  yield* asked('participants', 'first');
  const reply = yield* call(ask<EpicParticipantsQuery>, () =>
    graphql.request(EpicParticipantsOperation, variables(ref)),
  );
  const node = reply.ok ? reply.data.workspace?.issuable : null;
  if (!reply.ok || node === null || node === undefined) {
    yield* failed('participants', 'first');
    return;
  }
  yield* put(sidebarAnswers.participantsRead({ id: ref.id, people: nodesOf(node.participants) }));
}

/** EP-18.49: milliseconds before a reading that failed is tried again; they double. */
const AGAIN = { first: 5_000, longest: 60_000 } as const;

/** EP-18.49: the page's polling tells of a change once: what it calls for is read until that succeeds. */
export function* readAgain(
  ports: Ports,
  ref: EpicRef,
  read: (ports: Ports, ref: EpicRef, reading: Reading) => SagaGenerator<boolean>,
): Generator {
  for (let wait: number = AGAIN.first; !(yield* read(ports, ref, REFRESH)); wait = Math.min(wait * 2, AGAIN.longest)) {
    yield* call(sleep, ports.clock, wait);
  }
}

/** Reads one part again that could not be read. */
export function* readPart(ports: Ports, ref: EpicRef, part: SidebarPart): Generator {
  switch (part) {
    case 'epic':
      yield* readEpic(ports, ref, 'first');
      break;
    case 'color':
      yield* readColor(ports, ref, 'first');
      break;
    case 'ancestors':
      yield* readAncestors(ports, ref, 'first');
      break;
    case 'participants':
      yield* readParticipants(ports, ref);
      break;
    case 'labels':
      yield* readLabels(ports, ref);
  }
}
