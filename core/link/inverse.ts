import type { Inverse, Obstacle } from '../sync/index.ts';
import type { LinkRemoval, LinkRestoral } from './actions.ts';
import type { LinkConfirmed, LinkedItem, LinkState, LinkSubject } from './types.ts';
import type { LinkType } from './rules.ts';
import { gone, later } from '../sync/index.ts';
import { get } from '../table/index.ts';
import { parseReference, referenceKey } from '../work-item/rules.ts';
import { linkActions, linkAnswers } from './actions.ts';
import { contextOf, sentReferences } from './form-slice.ts';

interface LinkShown {
  readonly visible: LinkConfirmed;
  readonly link: LinkState;
}

/** Which link an edit was about, and the link itself. */
interface Back {
  readonly subjectId: string;
  readonly endpoint: string;
  readonly link: LinkedItem;
}

const linksOf = ({ visible }: LinkShown, subjectId: string): readonly LinkedItem[] | undefined =>
  get(visible.linkedItems, subjectId);

const found = (shown: LinkShown, { subjectId, link }: Back): LinkedItem | undefined =>
  linksOf(shown, subjectId)?.find(({ id }) => id === link.id);

const nameOf = ({ reference, title }: LinkedItem): string => `${reference} “${title}”`;

/** What hinders either way: the section has to be there, with the right to change it. */
function hindered(shown: LinkShown, { subjectId }: { readonly subjectId: string }): Obstacle | null {
  const { subject } = shown.link;
  if (subject?.id !== subjectId || linksOf(shown, subjectId) === undefined) {
    return later('the linked items are still being read');
  }
  return subject.canRelate ? null : gone('you may not change it any more');
}

/** RL-01.32: a removal is taken back by linking the same item again in the same way. */
const removal: Inverse<LinkShown, LinkRemoval, Back> = {
  kind: linkActions.removed.type,
  plan(before, { subjectId, id }) {
    const link = linksOf(before, subjectId)?.find((each) => each.id === id);
    const subject = before.link.subject;
    if (link === undefined || subject?.id !== subjectId) return null;
    return { name: `removed the link to ${nameOf(link)}`, back: { subjectId, endpoint: subject.endpoint, link } };
  },
  obstacle: (now, back) =>
    hindered(now, back) ?? (found(now, back) === undefined ? null : gone('it was linked again meanwhile')),
  edit: (_, { subjectId, endpoint, link }) => linkActions.restored({ subjectId, id: link.id, endpoint, link }),
};

/** RL-01.33: and that is taken back by a removal, once the server has said where. */
const restoral: Inverse<LinkShown, LinkRestoral, Back> = {
  kind: linkActions.restored.type,
  plan: (_, { subjectId, endpoint, link }) => ({
    name: `linked ${nameOf(link)}`,
    back: { subjectId, endpoint, link },
  }),
  obstacle(now, back) {
    const hindrance = hindered(now, back);
    if (hindrance !== null) return hindrance;
    const link = found(now, back);
    if (link?.linkType !== back.link.linkType) return gone('it was changed meanwhile');
    return link.relationPath === null ? later('the link is still being made') : null;
  },
  edit(now, back) {
    const { id, kind, relationPath } = found(now, back) ?? back.link;
    return linkActions.removed({ subjectId: back.subjectId, id, kind, relationPath: relationPath ?? '' });
  },
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
  const subject = shown.link.subject;
  if (subject?.id !== subjectId) return [];
  return (linksOf(shown, subjectId) ?? []).filter((link) => keys.includes(keyOf(subject, link)));
}

/** RL-01.34: an addition is taken back by the removal of the link, once the server has made it. */
const addition: Inverse<LinkShown, object, Added> = {
  kind: linkActions.submitted.type,
  plan(before) {
    const { subject, form } = before.link ?? {};
    if (subject == null || form == null || form.submitting) return null;
    const known = (linksOf(before, subject.id) ?? []).map((link) => keyOf(subject, link));
    const keys = sentReferences(subject, form)
      .map(referenceKey)
      .filter((key) => !known.includes(key));
    const { serial, linkType } = form;
    if (keys.length === 0) return null;
    return {
      name: `linked ${keys.length === 1 ? keys[0] : `${keys.length} items`}`,
      back: { subjectId: subject.id, serial, linkType, keys },
    };
  },
  obstacle(now, back) {
    const hindrance = hindered(now, back);
    if (hindrance !== null) return hindrance;
    const { form } = now.link ?? {};
    if (form?.serial === back.serial && form.submitting) return later('the link is still being made');
    const [link, ...others] = made(now, back);
    if (others.length > 0) return gone('several items were linked at once, and are removed one by one');
    return link?.linkType === back.linkType && link.relationPath !== null ? null : gone('it was changed meanwhile');
  },
  edit(now, back) {
    const [link] = made(now, back);
    const { id = '', kind = 'issue', relationPath } = link ?? {};
    return linkActions.removed({ subjectId: back.subjectId, id, kind, relationPath: relationPath ?? '' });
  },
  refusal: {
    type: linkAnswers.refused.type,
    concerns: (payload, { serial }) => (payload as Partial<Added>).serial === serial,
  },
};

/** What of the linked items can be taken back. */
export const linkInverses = [removal, restoral, addition] as const;
