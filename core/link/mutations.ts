import type { LinkedItemsAnswer } from '../api/rest-links.ts';
import type { Draft } from '../mutation/index.ts';
import type { ConfirmedTree } from '../tree/state.ts';
import type { Link, LinkConfirmed } from './types.ts';
import { addLinks } from '../api/rest-links.ts';
import { removeRelation } from '../api/rest.ts';
import { define } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import { removalFailure } from '../tree/rules.ts';
import { firstError, referenceKind } from '../work-item/rules.ts';
import { linkActions, linkAlert } from './actions.ts';
import { selectIsSending, sentForm, type SendingRoot } from './form-slice.ts';
import { withLinks, withoutLink } from './lists.ts';
import { linksKey } from './queries.ts';
import { linkFailure } from './rules.ts';
import { sectionOf } from './slice.ts';
import { additionUndo, removalUndo, restoralUndo } from './undo.ts';
import { linkedList } from './wire.ts';

interface Slices extends SendingRoot {
  readonly confirmed: Pick<ConfirmedTree, 'parents'>;
}

/** Keys to invalidate: the list, and the parents of tree rows whose blocked signs may change (RL-01.14). */
function changed({ confirmed }: Slices, subjectId: string, ids: readonly string[]): readonly string[] {
  const parents = ids.map((id) => get(confirmed.parents, id));
  return [linksKey(subjectId), ...new Set(parents.filter((parent) => parent !== undefined))];
}

/** RL-01.12, RL-01.13: what concerns one link goes one after the other, different links side by side. */
const scopeOf = ({ subjectId, id }: { readonly subjectId: string; readonly id: string }) => `links ${subjectId} ${id}`;

const removal = define(linkActions.removed, {
  scope: scopeOf,
  invalidates: ({ subjectId, id }, state: Slices, done) => changed(state, subjectId, done === null ? [] : [id]),
  apply: (draft: Draft<LinkConfirmed>, { subjectId, id }) => withoutLink(draft, subjectId, id),
  request: (_, { relationPath }) => ({ rest: removeRelation(relationPath) }),
  decode: () => true as const,
  error: ({ subjectId, kind }, { status, messages }, state: Slices) =>
    linkAlert(sectionOf(state.link, subjectId), removalFailure(kind, status), firstError(messages)),
  undo: removalUndo,
});

/** RL-01.32: the item is in the list, the last one of it; where it can be taken away from is known with the answer. */
const restoral = define(linkActions.restored, {
  scope: scopeOf,
  invalidates: ({ subjectId, id }, state: Slices, done) => changed(state, subjectId, done === null ? [] : [id]),
  apply(draft: Draft<LinkConfirmed>, { subjectId, link }) {
    const links = draft.get('links', subjectId);
    if (links === undefined || links.some(({ id }) => id === link.id)) return;
    withLinks(draft, subjectId, [{ ...link, relationPath: null }], links);
  },
  request: (_, { endpoint, link }) => ({ rest: addLinks(endpoint, link.linkType, [link.reference]) }),
  decode: ({ issuables }: LinkedItemsAnswer) => linkedList(issuables),
  /** RL-01.38 */
  commit(draft: Draft<LinkConfirmed>, links, { subjectId, id }, behind) {
    const known = behind ? draft.get('links', subjectId) : undefined;
    const isIt = (link: Link): boolean => link.id === id;
    if (known === undefined) return withLinks(draft, subjectId, links);
    withLinks(
      draft,
      subjectId,
      links.filter(isIt),
      known.filter((link) => !isIt(link)),
    );
  },
  error: ({ subjectId, link }, failure, state: Slices) =>
    linkAlert(sectionOf(state.link, subjectId), linkFailure(referenceKind(link.item.type), failure).message),
  undo: restoralUndo,
});

/** RL-01.4: a form is sent once at a time; what was sent is finished even if the form is closed meanwhile. The answer alone shows what was added. */
const addition = define(linkActions.submitted, {
  scope: ({ subjectId, serial }) => `links ${subjectId} form ${serial}`,
  invalidates: ({ subjectId }, state: Slices, links) =>
    changed(
      state,
      subjectId,
      (links ?? []).map(({ id }) => id),
    ),
  accept(state: Slices, _given, _id, over) {
    const place = over ?? 'page';
    const { subject, form } = state.link[place];
    const sent = subject === null || form === null || selectIsSending(state, place) ? null : sentForm(subject, form);
    if (subject === null || sent === null || sent.references.length === 0) return null;
    const { serial, linkType, references } = sent;
    const { id: subjectId, kind, endpoint } = subject;
    return { subjectId, kind, endpoint, serial, linkType, references: references.map(({ text }) => text) };
  },
  request: (_, { endpoint, linkType, references }) => ({ rest: addLinks(endpoint, linkType, references) }),
  decode: ({ issuables }: LinkedItemsAnswer) => linkedList(issuables),
  /** RL-01.38: of an answer that is older than what is known nothing is taken in; the list is read again. */
  commit(draft: Draft<LinkConfirmed>, links, { subjectId }, behind) {
    if (!behind || draft.get('links', subjectId) === undefined) withLinks(draft, subjectId, links);
  },
  error: () => 'form',
  undo: additionUndo,
});

export const linkMutations = [removal, restoral, addition] as const;
