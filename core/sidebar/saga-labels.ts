import type { EpicLabelsQuery, LabelCreateMutation } from '../api/generated/operations.ts';
import type { Ports } from '../ports/index.ts';
import type { Event } from '../store/action.ts';
import type { EpicRef } from './types.ts';
import { call, fork, put, select, takeEvery, takeLatest } from 'typed-redux-saga';
import { ask, type Reply } from '../access/effects.ts';
import { UNREACHABLE_TEXT } from '../access/load.ts';
import { EpicLabelsOperation, LabelCreateOperation } from '../api/generated/operations.ts';
import type { Label } from '../work-item/types.ts';
import { cursorOfNext, nodesOf } from '../api/wire-parts.ts';
import { NOTICE, noticeActions } from '../notice/index.ts';
import { isUnanswered, isUndecided } from '../store/index.ts';
import { sleep } from '../store/effects.ts';
import { alongside } from '../store/supervise.ts';
import { errorText } from '../work-item/rules.ts';
import { sidebarActions, sidebarAnswers } from './actions.ts';
import { parseColor } from './rules.ts';
import { sidebarOf } from './select-root.ts';
import { SIDEBAR_ERRORS, SIDEBAR_TEXTS } from './texts.ts';

/** EP-08.14: pages of 100 that are read; who has more labels types a part of the title. */
const LABEL_PAGES = 10;

/** EP-08.4: milliseconds after the last keystroke before labels are looked for. */
export const LABEL_SEARCH_DELAY = 250;

/** The labels that an epic of the group can have: looking for them, and making one. Of several searches the last one counts. */
export function* watchLabels(ports: Ports, ref: EpicRef): Generator {
  const searches = [
    sidebarActions.labelPickerOpened.type,
    sidebarActions.labelsSearched.type,
    sidebarActions.labelPickerClosed.type,
  ];
  yield* takeLatest(searches, function* (action: { readonly type: string }) {
    if (action.type === sidebarActions.labelPickerClosed.type) return;
    if (action.type === sidebarActions.labelsSearched.type) yield* call(sleep, ports.clock, LABEL_SEARCH_DELAY);
    yield* readLabels(ports, ref);
  });
  // A creation outlives the page: a request that changes something is never given up.
  const asked = new Set<string>();
  yield* takeEvery(sidebarActions.newLabelSubmitted.type, function* () {
    const { status, key } = (yield* select(sidebarOf)).newLabel;
    if (status !== 'sending' || key === null || asked.has(key)) return;
    asked.add(key);
    yield* alongside({ ports, alert: crashAlert }, function* () {
      try {
        yield* createLabel(ports, ref, key);
      } catch (error) {
        // EP-08.11: a form that nobody answers any more is not left waiting.
        yield* put(sidebarAnswers.newLabelRefused({ text: NOTICE.ours, answered: false, key }));
        throw error;
      } finally {
        asked.delete(key);
      }
    });
  });
  const { open, status } = (yield* select(sidebarOf)).picker;
  if (open && status === 'loading') yield* fork(readLabels, ports, ref);
}

const crashAlert = (): Event => noticeActions.raised({ kind: 'danger', text: NOTICE.ours, scope: 'page' });

export function* readLabels({ graphql }: Ports, { groupPath }: EpicRef): Generator {
  const { picker } = yield* select(sidebarOf);
  if (!picker.open) return;
  yield* put(sidebarAnswers.partAsked({ part: 'labels' }));
  const search = picker.search;
  const searchTerm = search.trim();
  let labels: readonly Label[] = [];
  let after: string | null = null;
  // EP-08.14: what is read is shown while the next page is on its way.
  for (let page = 1; page <= LABEL_PAGES; page += 1) {
    const from: string | null = after;
    const reply: Reply<EpicLabelsQuery> = yield* call(ask<EpicLabelsQuery>, () =>
      graphql.request(EpicLabelsOperation, {
        fullPath: groupPath,
        ...(searchTerm === '' ? {} : { searchTerm }),
        ...(from === null ? {} : { after: from }),
      }),
    );
    const found = reply.ok ? reply.data.workspace?.labels : null;
    if (found === null || found === undefined) return yield* put(sidebarAnswers.partFailed({ part: 'labels' }));
    labels = [...labels, ...nodesOf(found)];
    after = cursorOfNext(found);
    const more = after === null ? {} : { more: true as const };
    yield* put(sidebarAnswers.labelsRead({ search, labels, ...more }));
    if (after === null) return;
  }
}

/** EP-08.7 and EP-08.8: makes a label in the group. One that was not answered keeps its idempotency key for the next try. */
function* createLabel({ graphql }: Ports, { groupPath }: EpicRef, key: string): Generator {
  const { title: raw, color: typed } = (yield* select(sidebarOf)).newLabel;
  const [title, color] = [raw.trim(), parseColor(typed)];
  if (title === '' || color === null) {
    const text = color === null ? SIDEBAR_TEXTS.invalidColor : SIDEBAR_TEXTS.blankTitle;
    yield* put(sidebarAnswers.newLabelRefused({ text, answered: true, key }));
    return;
  }
  const input = { groupPath, title, color };
  const reply = yield* call(ask<LabelCreateMutation>, () =>
    graphql.request(LabelCreateOperation, { input }, { idempotencyKey: key }),
  );
  const answer = reply.ok ? reply.data.labelCreate : null;
  if (answer?.label) {
    yield* put(sidebarAnswers.labelCreated({ label: answer.label, key }));
    return;
  }
  const unanswered = !reply.ok && isUnanswered(reply.error);
  const errors = reply.ok ? answer?.errors : reply.error.messages;
  const text = unanswered ? UNREACHABLE_TEXT : errorText(errors, SIDEBAR_ERRORS.createLabel);
  const answered = reply.ok || !isUndecided(reply.error);
  yield* put(sidebarAnswers.newLabelRefused({ text, answered, key }));
}
