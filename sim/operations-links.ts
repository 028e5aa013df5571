import type { LinkSubject } from '@espalier/core/link';
import type { ItemRow, World } from './server/index.ts';
import type { Operation } from './operation.ts';
import type { Picks } from './picks.ts';
import type { Front } from './front.ts';
import type { Stage } from './stage.ts';
import { LINK_TYPES, linkActions, selectLinkSection, selectLinkStatus } from '@espalier/core/link';
import { itemName } from './server/index.ts';
import { takeBack } from './operations-sidebar.ts';

/** What a person does with the linked items of an epic or an issue. */

/** An item as its page hands it over. Whoever looks at it tries: the server is there to refuse. */
export function subjectOf(world: World, row: ItemRow): LinkSubject {
  const { id, iid, state, projectId, groupId } = row;
  const groupPath = world.group(groupId).fullPath;
  const rest = { iid: String(iid), state, groupPath, canRelate: true };
  if (projectId === null) {
    const webPath = `/groups/${groupPath}/-/epics/${iid}`;
    const endpoint = `${webPath}/related_epic_links`;
    return { ...rest, id: `gid://gitlab/Epic/${id}`, kind: 'epic', ownerPath: groupPath, endpoint, webPath };
  }
  const ownerPath = world.project(projectId).fullPath;
  const webPath = `/${ownerPath}/-/issues/${iid}`;
  return { ...rest, id: `gid://gitlab/Issue/${id}`, kind: 'issue', ownerPath, endpoint: `${webPath}/links`, webPath };
}

const linkable = ({ world }: Stage['backend']['model'], kind: LinkSubject['kind']): ItemRow[] =>
  [...world.items.values()].filter(({ projectId }) => (projectId === null) === (kind === 'epic'));

function open(client: Front, picks: Picks, sim: Stage): boolean {
  const { model } = sim.backend;
  const { relations } = model.world;
  const rows = linkable(model, picks.once(3) ? 'issue' : 'epic');
  const ends = new Set([...relations.values()].flatMap(({ sourceId, targetId }) => [sourceId, targetId]));
  // Mostly one that has links.
  const row = picks.of(picks.once(3) ? rows : rows.filter(({ id }) => ends.has(id))) ?? picks.of(rows);
  if (row === undefined) return false;
  client.pages.openLinks(subjectOf(model.world, row));
  return true;
}

function add(client: Front, picks: Picks, sim: Stage): boolean {
  const subject = client.pages.links;
  if (subject === null) return false;
  const { model } = sim.backend;
  const count = picks.once(3) ? 3 : 1;
  const rows = linkable(model, subject.kind);
  const words = Array.from({ length: count }, () => picks.of(rows)).flatMap((row) =>
    row === undefined ? [] : [itemName(model.world, row.id)],
  );
  const text = [...words, ...(picks.once(9) ? ['&999'] : [])].join(' ');
  // Mostly a form of its own, sometimes what is still there of the one before.
  if (!picks.once(4)) client.do(linkActions.formClosed());
  client.do(
    linkActions.formOpened(),
    linkActions.typeChosen({ linkType: picks.of(LINK_TYPES) ?? 'blocks' }),
    linkActions.referencesTyped({ text, caret: text.length }),
    linkActions.submitted(),
  );
  // Whoever tidies up does not wait for one answer before the next change.
  if (picks.once(3)) remove(client, picks);
  return true;
}

function remove(client: Front, picks: Picks): boolean {
  const rows = selectLinkSection(client.state, client.place)?.groups.flatMap((group) => group.rows) ?? [];
  for (let count = picks.once(4) ? 2 : 1, done = false; ; count -= 1, done = true) {
    const removal = picks.of(rows.flatMap((row) => row.removal ?? []));
    if (removal === undefined || count === 0) return done;
    client.do(linkActions.removed(removal));
  }
}

/** Points at the sign of a blocked item, or wants to close one. */
function askBlockers(client: Front, picks: Picks, sim: Stage): boolean {
  const subject = client.pages.links;
  if (subject === null) return false;
  const { model } = sim.backend;
  const row = picks.of(linkable(model, picks.once(2) ? 'epic' : 'issue'));
  if (row === undefined) return false;
  const { id, kind, iid, groupPath } = subjectOf(model.world, row);
  const asked = { id, kind, iid, groupPath };
  if (picks.once(2)) client.do(linkActions.closingAsked(asked));
  else client.do(linkActions.blockersAsked({ ...asked, count: 1 + picks.number(3) }));
  return true;
}

const hasForm = ({ state, place }: Front): boolean => state.link[place].form !== null;

export const LINK_OPERATIONS = {
  openLinks: { part: 'links', weight: 9, run: open },
  addLinks: { part: 'links', weight: 16, run: add },
  submitLinksAgain: {
    part: 'links',
    weight: 6,
    run: (client: Front) => {
      if (!hasForm(client)) return false;
      client.do(linkActions.submitted());
      return true;
    },
  },
  closeLinkForm: {
    part: 'links',
    weight: 4,
    run: (client: Front) => {
      if (!hasForm(client)) return false;
      client.do(linkActions.formClosed());
      return true;
    },
  },
  removeLink: { part: 'links', weight: 14, run: remove },
  askBlockers: { part: 'links', weight: 6, run: askBlockers },
  takeBackLink: { part: 'links', weight: 10, run: takeBack },
  retryLinks: {
    part: 'links',
    weight: 2,
    run: (client: Front) => {
      if (client.hidden || selectLinkStatus(client.state, client.place) !== 'failed') return false;
      client.do(linkActions.retried());
      return true;
    },
  },
  closeLinks: {
    part: 'links',
    weight: 1,
    run: (client: Front) => {
      if (client.pages.links === null) return false;
      client.pages.closeLinks();
      return true;
    },
  },
} satisfies Readonly<Record<string, Operation>>;
