import type { LinkConfirmed, LinkReading } from '@espalier/core/link';
import type { ItemRow, World } from './server/index.ts';
import type { Front } from './front.ts';
import type { SessionLog } from './planner-client.ts';
import { selectVisible } from '@espalier/core';
import { linkActions, linkedOf, selectClosing, selectLinkSection, selectLinkStatus } from '@espalier/core/link';
import { entries, get } from '@espalier/core/table';
import { linkedTo, openBlockers } from './oracle-links.ts';
import { numberOf, sees } from './oracle.ts';
import { gidOf } from './reload-roadmap.ts';

/** The linked items: what is checked of them, as texts of what is wrong. */

interface Payload {
  readonly subjectId: string;
  readonly id: string;
  readonly link?: LinkReading;
}

type Line = Pick<LinkReading, 'id' | 'linkType'> & { readonly item: { readonly title: string } };

const lineOf = ({ id, linkType, item }: Line): string => `${linkType} ${id} ${item.title}`;
const linesIn = (list: readonly Line[] | undefined): readonly string[] => (list ?? []).map(lineOf);

/** A removal takes one item out of one list, taking it back puts it at the end; every other list is as it was. */
function shownFaults(type: string, payload: Payload, before: SessionLog['end'], after: SessionLog['end']): string[] {
  const [was, is]: [LinkConfirmed, LinkConfirmed] = [selectVisible(before), selectVisible(after)];
  const { subjectId, id, link } = payload;
  return [...entries(is.links)].flatMap(([subject]) => {
    const [list, old] = [linkedOf(is, subject), linkedOf(was, subject) ?? []];
    const others = old.filter((each) => each.id !== id);
    const isThere = others.length < old.length;
    // RL-01.42: what is known of the item counts, not what was known of it when the link was taken away.
    const again = link && { ...link, item: get(was.items, id) ?? link.item };
    const taken = type === linkActions.removed.type ? others : isThere || again === undefined ? old : [...old, again];
    const should = linesIn(subject === subjectId ? taken : old).join('\n');
    return linesIn(list).join('\n') === should
      ? []
      : [`after ${type} of ${id} the list of ${subject} is\n${linesIn(list).join('\n')}\nand should be\n${should}`];
  });
}

/** Follows the removals of links, and what takes them back, through the log of a session. */
export function linkEditFaults(log: SessionLog): string[] {
  if (!log.actions.some(({ type }) => type.startsWith('link/'))) return [];
  return log.actions.flatMap((action, index) => {
    const [before, after] = [log.before[index], log.before[index + 1] ?? log.end];
    if (before === undefined) return [];
    if (linkActions.removed.match(action) || linkActions.restored.match(action)) {
      return shownFaults(action.type, action.payload, before, after);
    }
    const { resolves } = action.meta;
    const mutation = before.pending.find(({ id }) => id === resolves?.id);
    if (resolves === undefined || mutation === undefined) return [];
    const { subjectId, id } = mutation.payload as Payload;
    const isRestoral = mutation.type === linkActions.restored.type;
    if (mutation.type !== linkActions.removed.type && !isRestoral) return [];
    if (resolves.as === 'refused') {
      return before.confirmed === after.confirmed ? [] : [`the refusal of ${mutation.id} changes what is confirmed`];
    }
    return settledFaults({ subjectId, id }, isRestoral, before, after);
  });
}

/** An answer says what became of its own link; what is known of the others is newer. */
function settledFaults(
  { subjectId, id }: Payload,
  isRestoral: boolean,
  before: SessionLog['end'],
  after: SessionLog['end'],
): string[] {
  const [was, is] = [before, after].map(({ confirmed }) => linkedOf(confirmed, subjectId));
  if (was === undefined || is === undefined) return [];
  const others = (list: readonly Line[]): string => linesIn(list.filter((each) => each.id !== id)).join('\n');
  const isThere = is.some((each) => each.id === id);
  return [
    ...(isThere === isRestoral
      ? []
      : [`${id} is ${isThere ? '' : 'not '}in the list of ${subjectId} after the answer`]),
    ...(isRestoral || others(was) === others(is)
      ? []
      : [`the answer about ${id} changes the other links of ${subjectId}`]),
  ];
}

const rowOf = ({ pages }: Front, world: World): ItemRow | undefined => world.items.get(numberOf(pages.links?.id) ?? 0);

/** The section of the linked items against the server's rows. It keeps itself up to date. */
export function linksFaults(client: Front, world: World): string[] {
  const { links } = client.pages;
  const link = client.state.link[client.place];
  if (links === null) return [];
  const row = rowOf(client, world);
  // A page whose item may not be seen is not there, and closes its section.
  if (row === undefined || !sees(world, client.username, row)) return [];
  const name = `the linked items (${client.place}) of ${links.id}`;
  const status = selectLinkStatus(client.state, client.place);
  if (link.subject?.id !== links.id || status !== 'ready') return [`${name} are ${status}`];
  const wanted = linkedTo(world, client.username, row.id).map(
    ({ item, type, relation }) => `${type} ${gidOf(item)} ${item.title} ${item.state} ${item.confidential} ${relation}`,
  );
  const list = linkedOf(selectVisible(client.state), links.id) ?? [];
  const is = list.map(({ linkType, id, item: { title, state, confidential }, relationPath }, index) => {
    // Without the right to take it away nobody is told where that is done.
    const relation = relationPath?.split('/').at(-1) ?? wanted[index]?.split(' ').at(-1);
    return `${linkType} ${id} ${title} ${state} ${confidential} ${relation}`;
  });
  const count = selectLinkSection(client.state, client.place)?.count;
  return [
    ...(is.join('\n') === wanted.join('\n')
      ? []
      : [`${name} show\n${is.join('\n')}\nand should show\n${wanted.join('\n')}`]),
    ...(count === wanted.length ? [] : [`${name} are ${wanted.length} and are said to be ${count}`]),
  ];
}

/** What is said when somebody wants to close the item of the section. */
export function closingFaults(client: Front, world: World): string[] {
  const row = rowOf(client, world);
  const closing = selectClosing(client.state);
  if (row === undefined || !sees(world, client.username, row)) return [];
  const wanted = openBlockers(world, client.username, row.id).map(gidOf).sort().join();
  const is = closing === null ? 'nothing' : [...closing.list.map(({ id }) => id)].sort().join();
  const status = wanted === '' ? 'free' : 'asking';
  return closing?.status === status && is === wanted
    ? []
    : [`whoever closes ${row.id} is told ${closing?.status} of ${is}, and it should be ${status} of ${wanted}`];
}

/** Types of the actions that change links. */
export const LINK_EDITS: ReadonlySet<string> = new Set([linkActions.removed.type, linkActions.restored.type]);
