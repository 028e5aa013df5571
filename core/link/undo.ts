import type { Obstacle, Pending, Undo } from '../mutation/index.ts';
import type { LinkAddition, LinkRemoval, LinkRestoral } from './actions.ts';
import type { LinkConfirmed, LinkedItem, LinkReading, LinkState, LinkSubject } from './types.ts';
import type { LinkType } from './rules.ts';
import { gone, isPending, later } from '../mutation/index.ts';
import { wholeItem } from '../work-item/shown.ts';
import { parseReference, referenceKey, referenceKind } from '../work-item/rules.ts';
import { linkActions } from './actions.ts';
import { linkedOf } from './lists.ts';
import { contextOf } from './form-slice.ts';
import { subjectIn } from './slice.ts';

interface LinkShown {
  readonly visible: LinkConfirmed;
  readonly link: LinkState;
  readonly pending: readonly Pending[];
}

/** Which link an edit was about, and the link itself. */
interface Back {
  readonly subjectId: string;
  readonly endpoint: string;
  readonly link: LinkReading;
}

const found = ({ visible }: LinkShown, subjectId: string, id: string): LinkedItem | undefined =>
  linkedOf(visible, subjectId)?.find((link) => link.id === id);

const nameOf = ({ reference, item }: LinkReading | LinkedItem): string => `${reference} “${item.title}”`;

const removed = (subjectId: string, { id, item, relationPath }: LinkReading | LinkedItem) =>
  linkActions.removed({ subjectId, id, kind: referenceKind(item.type), relationPath: relationPath ?? '' });

/** Obstacles common to undo and redo: a section has to be there, with the permission to change it. */
function hindered(shown: LinkShown, { subjectId }: { readonly subjectId: string }): Obstacle | null {
  const subject = subjectIn(shown.link, subjectId);
  if (subject === undefined) return later('its linked items are not shown');
  if (linkedOf(shown.visible, subjectId) === undefined) return later('the linked items are still being read');
  return subject.canRelate ? null : gone('you may not change it any more');
}

/** RL-01.32: a removal is undone by creating the same link again. */
export const removalUndo: Undo<LinkRemoval, Back> = {
  plan(before: LinkShown, { subjectId, id }) {
    const link = found(before, subjectId, id);
    const subject = subjectIn(before.link, subjectId);
    if (link === undefined || subject === undefined) return null;
    const back = {
      subjectId,
      endpoint: subject.endpoint,
      link: { ...link, item: wholeItem(before.visible, link.item) },
    };
    return { name: `removed the link to ${nameOf(link)}`, undoData: back };
  },
  obstacle: (now: LinkShown, back) =>
    hindered(now, back) ??
    (found(now, back.subjectId, back.link.id) === undefined ? null : gone('it was linked again meanwhile')),
  inverse: (_, { subjectId, endpoint, link }) => linkActions.restored({ subjectId, id: link.id, endpoint, link }),
};

/** RL-01.33: and that is taken back by a removal, once the server has said where. */
export const restoralUndo: Undo<LinkRestoral, Back> = {
  plan: (_, { subjectId, endpoint, link }) => ({
    name: `linked ${nameOf(link)}`,
    undoData: { subjectId, endpoint, link },
  }),
  obstacle(now: LinkShown, back) {
    const hindrance = hindered(now, back);
    if (hindrance !== null) return hindrance;
    const link = found(now, back.subjectId, back.link.id);
    if (link?.linkType !== back.link.linkType) return gone('it was changed meanwhile');
    return link.relationPath === null ? later('the link is still being made') : null;
  },
  inverse: (now: LinkShown, { subjectId, link }) => removed(subjectId, found(now, subjectId, link.id) ?? link),
};

/** What a form asked to be linked, by what the references mean; what was linked before is not among them. */
interface Added {
  readonly subjectId: string;
  /** Of the form that was sent. */
  readonly serial: number;
  readonly linkType: LinkType;
  readonly keys: readonly string[];
}

const keyOf = (subject: LinkSubject, { reference }: LinkedItem): string =>
  referenceKey(parseReference(reference, contextOf(subject)));

/** Those of the added links that are there, of whatever type. */
function made(shown: LinkShown, { subjectId, keys }: Added): readonly LinkedItem[] {
  const subject = subjectIn(shown.link, subjectId);
  if (subject === undefined) return [];
  return (linkedOf(shown.visible, subjectId) ?? []).filter((link) => keys.includes(keyOf(subject, link)));
}

/** RL-01.34: an addition is taken back by the removal of the link, once the server has made it. */
export const additionUndo: Undo<LinkAddition, Added> = {
  plan(before: LinkShown, { subjectId, serial, linkType, references }) {
    const subject = subjectIn(before.link, subjectId);
    if (subject === undefined) return null;
    const known = (linkedOf(before.visible, subjectId) ?? []).map((link) => keyOf(subject, link));
    const keys = references
      .map((reference) => referenceKey(parseReference(reference, contextOf(subject))))
      .filter((key) => !known.includes(key));
    if (keys.length === 0) return null;
    return {
      name: `linked ${keys.length === 1 ? keys[0] : `${keys.length} items`}`,
      undoData: { subjectId, serial, linkType, keys },
    };
  },
  obstacle(now: LinkShown, back) {
    const hindrance = hindered(now, back);
    if (hindrance !== null) return hindrance;
    const isItsForm = ({ serial }: LinkAddition): boolean => serial === back.serial;
    if (isPending(now, linkActions.submitted, isItsForm)) return later('the link is still being made');
    const [link, ...others] = made(now, back);
    if (others.length > 0) return gone('several items were linked at once, and are removed one by one');
    return link?.linkType === back.linkType && link.relationPath !== null ? null : gone('it was changed meanwhile');
  },
  // `obstacle` has found exactly one.
  inverse: (now: LinkShown, back) => removed(back.subjectId, made(now, back)[0] as LinkedItem),
};
