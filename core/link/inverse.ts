import type { Inverse, Obstacle } from '../sync/index.ts';
import type { LinkRemoval, LinkRestoral } from './actions.ts';
import type { LinkConfirmed, LinkedItem, LinkState } from './types.ts';
import { get } from '../table/index.ts';
import { linkActions } from './actions.ts';

interface LinkShown {
  readonly visible: Partial<LinkConfirmed>;
  readonly link?: LinkState;
}

/** Which link an edit was about, and the link itself. */
interface Back {
  readonly subjectId: string;
  readonly endpoint: string;
  readonly link: LinkedItem;
}

const gone = (reason: string): Obstacle => ({ reason, passing: false });
const later = (reason: string): Obstacle => ({ reason, passing: true });

const linksOf = ({ visible }: LinkShown, subjectId: string): readonly LinkedItem[] | undefined =>
  visible.linkedItems === undefined ? undefined : get(visible.linkedItems, subjectId);

const found = (shown: LinkShown, { subjectId, link }: Back): LinkedItem | undefined =>
  linksOf(shown, subjectId)?.find(({ id }) => id === link.id);

const nameOf = ({ reference, title }: LinkedItem): string => `${reference} “${title}”`;

/** What hinders either way: the section has to be there, with the right to change it. */
function hindered({ link, ...shown }: LinkShown, { subjectId }: Back): Obstacle | null {
  if (link?.subject?.id !== subjectId || linksOf(shown, subjectId) === undefined) {
    return later('the linked items are still being read');
  }
  return link.subject.canRelate ? null : gone('you may not change it any more');
}

/** RL-01.32: a removal is taken back by linking the same item again in the same way. */
const removal: Inverse<LinkShown, LinkRemoval, Back> = {
  kind: linkActions.removed.type,
  plan(before, { subjectId, id }) {
    const link = linksOf(before, subjectId)?.find((each) => each.id === id);
    const subject = before.link?.subject;
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

/** What of the linked items can be taken back. */
export const linkInverses = [removal, restoral] as const;
