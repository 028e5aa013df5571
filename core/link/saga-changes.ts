import type { LinkedItemsAnswer } from '../api/rest-links.ts';
import type { Ports } from '../ports/index.ts';
import type { Event } from '../store/action.ts';
import type { LinkRemoval, LinkRestoral } from './actions.ts';
import type { LinkSlices } from './saga-read.ts';
import type { LinkForm, LinkSubject } from './types.ts';
import { call, put, select, takeEvery } from 'typed-redux-saga';
import { addLinks } from '../api/rest-links.ts';
import { removeRelation } from '../api/rest.ts';
import { NOTICE, noticeActions } from '../notice/index.ts';
import { withMeta, withNotice } from '../store/action.ts';
import { abortable, isUndecided, isWireError, messagesOf } from '../store/effects.ts';
import { alongside } from '../store/supervise.ts';
import { createLine, isStale, stampsOf, type LineRequest } from '../sync/index.ts';
import { get } from '../table/index.ts';
import { type FieldError, refusalsOf, refusedTokens, removalFailure } from '../tree/rules.ts';
import { firstError, numericId } from '../work-item/rules.ts';
import { linkActions, linkAlert, linkAnswers } from './actions.ts';
import { contextOf } from './form-slice.ts';
import { linksKey } from './intents.ts';
import { linkFailure } from './rules.ts';
import { selectLink } from './saga-read.ts';
import { linkedList } from './wire.ts';

const crashAlert = (): Event => noticeActions.raised({ kind: 'danger', text: NOTICE.ours, scope: 'page' });

/** The parents of tree rows whose signs a change of these links may change (RL-01.14); whoever shows them reads them again. */
function holders({ confirmed }: LinkSlices, ids: readonly string[]): readonly string[] {
  const parents = ids.flatMap((id) =>
    [id, `gid://gitlab/WorkItem/${numericId(id)}`].map((row) => get(confirmed.parents, row)),
  );
  return [...new Set(parents.filter((parent) => parent !== undefined))];
}

type Change = LinkRemoval | LinkRestoral;

const isRestoral = (change: Change): change is LinkRestoral => 'link' in change;

/** RL-01.12, RL-01.13, RL-01.32: what concerns one link goes one after the other, different links side by side. */
export const watchLinks = createLine<LinkSlices, Change>({
  kinds: [linkActions.removed.type, linkActions.restored.type],
  keyOf: ({ payload: { subjectId, id } }) => `${subjectId} ${id}`,
  request(state, { id: intentId, payload }, ports) {
    const wrote = holders(state, [payload.id]);
    const done = { settles: { intentId, as: 'confirmed' }, wrote } as const;
    if (!isRestoral(payload)) return remove(ports, payload, intentId, done);
    return restore(ports, payload, intentId, done, stampOf(state, payload.subjectId));
  },
  /** RL-04.2: the alert and the end of the change in one action. */
  refused({ id: intentId, payload }, error) {
    const { subjectId, id } = payload;
    const answer = { messages: messagesOf(error), ...(isWireError(error) && { status: error.status }) };
    const settles = { intentId, as: 'refused' } as const;
    if (isRestoral(payload)) {
      const { message } = linkFailure(payload.link.kind, answer);
      return withNotice(withMeta(linkAnswers.restoralRefused({ subjectId, id }), { settles }), linkAlert(message));
    }
    const alert = linkAlert(removalFailure(payload.kind, answer.status), firstError(answer.messages));
    return withNotice(withMeta(linkAnswers.removalRefused({ subjectId, id }), { settles }), alert);
  },
  crashed: crashAlert,
});

type Done = Parameters<typeof withMeta>[1];

const remove = ({ rest }: Ports, { subjectId, id, relationPath }: LinkRemoval, key: string, done: Done): LineRequest =>
  function* () {
    yield* call(() => abortable(rest.request(removeRelation(relationPath), { idempotencyKey: key })));
    return withMeta(linkAnswers.removalConfirmed({ subjectId, id }), done);
  };

/** `before`: the stamps of the list when the request was made; its tries are answered alike. */
const restore = (
  { rest }: Ports,
  { subjectId, id, endpoint, link }: LinkRestoral,
  key: string,
  done: Done,
  before: readonly number[],
): LineRequest =>
  function* () {
    const request = addLinks(endpoint, link.linkType, [link.reference]);
    const { data } = yield* call(() => abortable(rest.request<LinkedItemsAnswer>(request, { idempotencyKey: key })));
    const links = linkedList(data.issuables, link.kind);
    const { known, isBehind } = yield* select((state: LinkSlices) => knownSince(state, subjectId, before));
    if (!isBehind || known === undefined) return withMeta(linkAnswers.listRead({ subjectId, links }), done);
    const own = links.filter((each) => each.id === id);
    const both = [...known.filter((each) => each.id !== id), ...own];
    return withMeta(linkAnswers.listRead({ subjectId, links: both, behind: true }), done);
  };

const stampOf = ({ stamps }: LinkSlices, subjectId: string): readonly number[] =>
  stampsOf(stamps, [linksKey(subjectId)]);

/** RL-01.38: the list as it is known, and whether another change of it was answered since. */
const knownSince = (state: LinkSlices, subjectId: string, before: readonly number[]) => ({
  known: get(state.confirmed.linkedItems, subjectId),
  isBehind: isStale(before, stampOf(state, subjectId)),
});

/** RL-01.4: a form is sent once at a time; what was sent is finished even if the form is closed meanwhile. */
export function* watchAdditions(ports: Ports): Generator {
  const sent = new Set<string>();
  // The stamps of the list when the last form's key was first used: the server answers it then and later alike.
  let first: { readonly key: string; readonly stamps: readonly number[] } | null = null;
  yield* takeEvery(linkActions.submitted.match, function* (): Generator {
    const { form, subject } = yield* select(selectLink);
    const key = form?.key ?? null;
    if (form === null || subject === null || !form.submitting || key === null || sent.has(key)) return;
    sent.add(key);
    if (first?.key !== key) first = { key, stamps: yield* select((state: LinkSlices) => stampOf(state, subject.id)) };
    const before = first.stamps;
    yield* alongside({ ports, alert: crashAlert }, function* (): Generator {
      try {
        yield* add(ports, subject, form, key, before);
      } finally {
        sent.delete(key);
      }
    });
  });
}

function* add(ports: Ports, subject: LinkSubject, form: LinkForm, key: string, before: readonly number[]): Generator {
  const { serial, linkType, references } = form;
  const words = references.map(({ text }) => text);
  try {
    const request = addLinks(subject.endpoint, linkType, words);
    const { data } = yield* call(() =>
      abortable(ports.rest.request<LinkedItemsAnswer>(request, { idempotencyKey: key })),
    );
    const links = linkedList(data.issuables, subject.kind);
    const wrote = yield* select((state: LinkSlices) =>
      holders(
        state,
        links.map(({ id }) => id),
      ),
    );
    const { known, isBehind } = yield* select((state: LinkSlices) => knownSince(state, subject.id, before));
    const list = isBehind && known !== undefined ? { links: known, behind: true as const } : { links };
    const added = linkAnswers.added({ subjectId: subject.id, serial, ...list });
    yield* put(withMeta(added, { wrote: [linksKey(subject.id), ...wrote] }));
  } catch (error) {
    if (!isWireError(error)) {
      // A form that nobody answers any more is not left waiting.
      yield* put(linkAnswers.refused({ serial, error: { type: 'message', text: NOTICE.ours }, answered: false }));
      throw error;
    }
    const status = error.status === undefined ? {} : { status: error.status };
    const { type, message } = linkFailure(subject.kind, { ...status, messages: error.messages });
    const answered = !isUndecided(error);
    const failure: FieldError = { type: type ?? 'message', text: message };
    const refused = refusedTokens(failure, refusalsOf(message), references, [contextOf(subject)]);
    yield* put(linkAnswers.refused({ serial, error: refused, answered }));
  }
}
