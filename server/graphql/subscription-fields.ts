import { tryParseGlobalId } from '@espalier/core/work-item/rules';
import type { GraphQLResolveInfo } from 'graphql';
import type { EventKind, NoteChange } from '../command/events.ts';
import type { Cause, Topic } from '../live/operations.ts';
import type { GraphqlContext } from './context.ts';
import { type Args, requireId } from './filters/conditions.ts';
import type { Row, Scope } from './plan/query.ts';
import { readOne } from './read.ts';
import { ISSUE_COLUMNS, ISSUE_FROM, issueReadable, oneEpic } from './types/item.ts';
import { oneNote } from './types/note.ts';
import { oneWorkItem } from './types/work-item.ts';

interface SubscriptionField {
  /** What it is about. Throws the wire's error for an id that is none. */
  readonly topic: (args: Args) => Topic;
  /** Is something read that depends on who reads it? */
  readonly isPersonal: boolean;
  readonly resolve: (cause: Cause, args: Args, context: GraphqlContext, info: GraphQLResolveInfo) => unknown;
}

const epicSource = (id: string, alias: string, scope: Scope): string =>
  oneEpic(() => `w.id = ${id}`).from(alias, '', scope);
const issueSource = (id: string, alias: string, scope: Scope): string =>
  `(SELECT ${ISSUE_COLUMNS} FROM ${ISSUE_FROM} WHERE w.id = ${id} AND ${issueReadable(scope)}) ${alias}`;
const workItemSource = (id: string, alias: string, scope: Scope): string =>
  oneWorkItem(() => `w.id = ${id}`).from(alias, '', scope);

/** The members of the union `Issuable`, as which an id may name an item. */
const MEMBERS = {
  Epic: { of: 'epic', source: epicSource },
  Issue: { of: 'issue', source: issueSource },
  WorkItem: { of: null, source: workItemSource },
} as const;
type Member = keyof typeof MEMBERS;

function named(id: unknown, type = 'Issuable'): { readonly number: number; readonly member: Member } {
  const number = requireId(id, type, 'Epic', 'Issue', 'WorkItem');
  const name = tryParseGlobalId(String(id))?.type;
  return { number, member: name === 'Epic' || name === 'Issue' ? name : 'WorkItem' };
}

async function readItem(
  member: Member,
  number: number,
  context: GraphqlContext,
  info: GraphQLResolveInfo,
): Promise<Row | null> {
  const row = await readOne(context, info, member, (alias, scope) =>
    MEMBERS[member].source(scope.query.param(number, 'bigint'), alias, scope),
  );
  // A union is told apart by it.
  if (row !== null) row.__typename = member;
  return row;
}

function topicOf(id: unknown, kinds: readonly EventKind[] | null): Topic {
  const { number, member } = named(id);
  return { item: number, of: MEMBERS[member].of, kinds: kinds && new Set(kinds) };
}

/** One of GitLab's: the item as it is, after a change of this kind. */
const issuable = (kind: EventKind): SubscriptionField => ({
  topic: ({ issuableId }) => topicOf(issuableId, [kind]),
  isPersonal: true,
  resolve: (_cause, { issuableId }, context, info) => {
    const { number, member } = named(issuableId);
    return readItem(member, number, context, info);
  },
});

/** AP-07.26: a note of an item as its reader may see it; of one that is gone, what it was called. */
const noteOf = (what: NoteChange['what']): SubscriptionField => ({
  topic: ({ noteableId }) => {
    const { number, member } = named(noteableId ?? '', 'Noteable');
    return { item: number, of: MEMBERS[member].of, notes: what };
  },
  isPersonal: what !== 'deleted',
  resolve: ({ note }, _args, context, info) => {
    if (note === undefined) return null;
    return what === 'deleted' ? deletedNote(note) : readNote(note, context, info);
  },
});

const deletedNote = ({ id, discussionId, isLast }: NoteChange) => ({
  id: `gid://gitlab/Note/${id}`,
  discussionId: `gid://gitlab/Discussion/${discussionId}`,
  lastDiscussionNote: isLast ?? null,
});

const readNote = ({ id }: NoteChange, context: GraphqlContext, info: GraphQLResolveInfo): Promise<Row | null> =>
  readOne(context, info, 'Note', (alias, scope) => oneNote(`n.id = ${scope.query.param(id, 'bigint')}`, alias, scope));

/** The fields of `Subscription`. */
export const subscriptions: Readonly<Record<string, SubscriptionField>> = {
  groupChanged: {
    topic: ({ fullPath }) => ({ group: String(fullPath).toLowerCase() }),
    isPersonal: false,
    resolve: ({ kinds }, { fullPath }) => ({ fullPath, kinds }),
  },
  issuableAssigneesUpdated: issuable('assignees'),
  issuableDatesUpdated: issuable('dates'),
  issuableDescriptionUpdated: issuable('description'),
  issuableEpicUpdated: issuable('parent'),
  issuableHealthStatusUpdated: issuable('healthStatus'),
  issuableIterationUpdated: issuable('iteration'),
  issuableLabelsUpdated: issuable('labels'),
  issuableMilestoneUpdated: issuable('milestone'),
  issuableTitleUpdated: issuable('title'),
  issuableWeightUpdated: issuable('weight'),
  itemChanged: {
    topic: ({ issuableId }) => topicOf(issuableId, null),
    isPersonal: false,
    resolve: ({ kinds }, { issuableId }) => ({ id: issuableId, kinds }),
  },
  presence: {
    topic: ({ issuableId, editing }) => {
      const { number, member } = named(issuableId);
      return { item: number, of: MEMBERS[member].of, editing: typeof editing === 'string' ? editing : null };
    },
    isPersonal: true,
    resolve: ({ here }) => here ?? null,
  },
  workItemNoteCreated: noteOf('created'),
  workItemNoteDeleted: noteOf('deleted'),
  workItemNoteUpdated: noteOf('updated'),
  workItemUpdated: {
    // As the query `workItem`: whichever way an item is named.
    topic: ({ workItemId }) => ({ item: requireId(workItemId, 'WorkItem', 'Issue', 'Epic'), of: null, kinds: null }),
    isPersonal: true,
    resolve: (_cause, { workItemId }, context, info) =>
      readItem('WorkItem', requireId(workItemId, 'WorkItem', 'Issue', 'Epic'), context, info),
  },
};
