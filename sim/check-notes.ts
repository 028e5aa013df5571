import type { World } from './server/index.ts';
import type { Front } from './front.ts';
import type { Network } from './network.ts';
import { selectActivity } from '@espalier/core/note';
import { get } from '@espalier/core/table';
import { selectItemReading } from '@espalier/core/work-item';
import { mayAdmin, numberOf, sees } from './oracle.ts';

/** The comments that are shown of an item against the server's rows, as texts of what is wrong. Every text is another one: it names its comment. */

interface Line {
  readonly body: string;
  readonly internal: boolean;
  readonly author: number | null;
  readonly edited: boolean;
  /** As texts; null: they were not read. */
  readonly awards: readonly string[] | null;
}

interface Lines {
  readonly notes: readonly Line[];
  readonly resolved: boolean;
}

const textOf = ({ notes, resolved }: Lines): string =>
  [
    ...notes.map(({ awards, ...line }) => [...Object.values(line), awards?.toSorted().join() ?? '?'].join(' | ')),
    ...(resolved ? ['resolved'] : []),
  ].join('\n');

/** What should be shown to a person, by the oldest comment that is left of each discussion; null: nothing. Internal notes are for Reporters. */
function expectedOf({ pages, username }: Front, world: World): readonly Lines[] | null {
  const row = world.items.get(numberOf(pages.notes) ?? 0);
  if (row === undefined || !sees(world, username, row)) return null;
  const isOfTeam = mayAdmin(world, username, row);
  const rows = [...world.comments.values()].filter((note) => note.itemId === row.id && (isOfTeam || !note.internal));
  const found = new Map<number, { readonly notes: Line[]; readonly resolved: boolean }>();
  for (const { id, discussionId, body, internal, authorId, editedAt, resolvedAt } of rows.sort((a, b) => a.id - b.id)) {
    // As many as one page holds come with a comment.
    const given = [...world.awards.values()].filter(({ noteId }) => noteId === id).slice(0, world.pageMax);
    const awards = given.map(({ name, userId }) => `${name} of ${userId}`);
    const discussion = found.get(discussionId) ?? { notes: [], resolved: resolvedAt !== null };
    found.set(discussionId, discussion);
    discussion.notes.push({ body, internal, author: authorId, edited: editedAt !== null, awards });
  }
  return [...found.values()];
}

/** `isPartly`: the last reading of reactions failed, and is not tried again by itself. */
function shownOf({ state, place }: Front, isPartly: boolean): readonly Shown[] {
  const activity = selectActivity(state, place);
  const lists = get(state.confirmed.discussions, activity.itemId ?? '') ?? [];
  // WI-10.63: begun here, beyond what was read. Nothing of it is read again.
  const kept = new Set(lists.flatMap(({ id, own }) => (activity.hasMore && own === true ? [id] : [])));
  // Lines of activity are not the model's.
  const comments = activity.discussions.filter(({ notes: [first] }) => first?.system !== true);
  return comments.map(({ id, notes, resolved, more }) => ({
    isKept: kept.has(id),
    resolved: resolved !== null,
    more,
    notes: notes.map(({ id, body, internal, author, editedAt }) => {
      const awards = isPartly ? undefined : get(state.confirmed.notes, id)?.awards;
      const given = awards?.map(({ emoji, userId }) => `${emoji} of ${numberOf(userId)}`) ?? null;
      return { body, internal, author: numberOf(author?.id), edited: editedAt !== null, awards: given };
    }),
  }));
}

interface Shown extends Lines {
  /** It has later notes that were not read. */
  readonly more: boolean;
  readonly isKept: boolean;
}

const READINGS = /^(?:changedNote|itemNotes|newestItemNotes)\b/;

/** The last reading of comments failed or was broken off: it is tried again by itself, after waits that double. */
function isUnread(network: Network, session: string): boolean {
  const last = network.lastSent(session, ({ what }) => READINGS.test(what));
  return last !== undefined && last.end !== 'answered';
}

export function notesFaults(front: Front, world: World, network: Network, session: string): string[] {
  const { state, place, pages } = front;
  if (pages.notes === null)
    return state.note[place] === null ? [] : [`comments are shown in the ${place} though none are open`];
  const name = `the comments of ${pages.notes} in the ${place}`;
  const { status, hasMore, newestFirst } = selectActivity(state, place);
  if (isUnread(network, session)) return [];
  const expected = expectedOf(front, world);
  if (expected === null || selectItemReading(state, place).status !== 'ready') return [];
  if (status !== 'ready') return [`${name} can be read and are ${status}`];
  const all = shownOf(front, network.hasFailed(session, `itemNoteAwards ${pages.notes}`));
  const shown = all.filter(({ isKept }) => !isKept);
  const known = new Map(shown.map((each) => [each.notes[0]?.body, each]));
  const should = (newestFirst ? expected.toReversed() : expected)
    .filter(({ notes }) => !hasMore || known.has(notes[0]?.body))
    .map(({ notes, resolved }) => {
      const is = known.get(notes[0]?.body);
      const read = new Set(is?.notes.flatMap(({ body, awards }) => (awards === null ? [] : [body])));
      return {
        notes: notes
          .slice(0, is?.more === true ? is.notes.length : undefined)
          .map((line) => (read.has(line.body) ? line : { ...line, awards: null })),
        resolved,
      };
    });
  const [is, wanted] = [shown, should].map((each) => each.map(textOf).join('\n\n'));
  return is === wanted ? [] : [`${name} are shown as\n${is}\nand should be\n${wanted}`];
}
