import { isLinkType, type LinkType } from '@espalier/core/link/rules';
import { fullReference } from '@espalier/core/work-item/rules';
import type { Tx } from '../db/types.ts';
import { epicApiEntity } from '../epic/entity.ts';
import { notFound, type RestAnswer, type RestContext, type RestRoute } from '../rest/types.ts';
import { originOf, refusedAnswer, write } from '../rest/writes/answers.ts';
import { Fields, pathId } from '../rest/writes/fields.ts';
import { hidden } from '../tree/command.ts';
import { findEpic, findProjectItem, type Item } from '../tree/items.ts';
import { issueEntity } from '../work-item/entity.ts';
import { findGroup, findProject } from '../work-item/owners.ts';
import { addLinks, removeLink } from './change.ts';
import { linkedItems, relatedMergeRequests } from './list.ts';

/** Linked items over REST: the calls of the pages and those of the API (facts 1.1, 1.8). */

/** Finds the item of a request for its viewer, inside whatever transaction asks. */
type Subject = (ctx: RestContext) => (tx: RestContext['db']) => Promise<Item | undefined>;

const iidOf = (ctx: RestContext, name: string): number => pathId(ctx.params[name]) ?? 0;

const pageEpic: Subject = (ctx) => (tx) => findEpic(tx, ctx.viewer, ctx.groupPath, iidOf(ctx, 'iid'));
const pageItem: Subject = (ctx) => (tx) => findProjectItem(tx, ctx.viewer, ctx.groupPath, iidOf(ctx, 'iid'));

const pathOrId = (text: string): string | number => (/^[0-9]{1,15}$/.test(text) ? Number(text) : text);

const apiEpic: Subject = (ctx) => async (tx) => {
  const group = await findGroup(tx, ctx.viewer, pathOrId(ctx.params['id'] ?? ''));
  return group === undefined ? undefined : findEpic(tx, ctx.viewer, group.group_path, iidOf(ctx, 'iid'));
};
const apiItem: Subject = (ctx) => async (tx) => {
  const project = await findProject(tx, ctx.viewer, pathOrId(ctx.params['id'] ?? ''));
  return project === undefined
    ? undefined
    : findProjectItem(tx, ctx.viewer, project.project_path ?? '', iidOf(ctx, 'iid'));
};

/** A read with the same treatment of refusals as the writes, but without keys. */
const read = (handle: (ctx: RestContext) => Promise<RestAnswer>) => {
  const guarded = write('read', handle);
  return (ctx: RestContext) => guarded({ ...ctx, headers: {} });
};

const subjectOf = async (ctx: RestContext, subject: Subject): Promise<Item> => (await subject(ctx)(ctx.db)) ?? hidden();

function linkTypeOf(fields: Fields): LinkType {
  const text = fields.text('link_type') ?? 'relates_to';
  return isLinkType(text) ? text : fields.refuse('link_type');
}

/** The page's list: without the number and the time of the links, as on a GitLab. */
async function pageList(ctx: RestContext, item: Item): Promise<Record<string, unknown>[]> {
  const list = await linkedItems(ctx.db, ctx.viewer, item, ctx.baseUrl);
  return list.map(({ link_id: _id, link_created_at: _at, ...rest }) => rest);
}

const getLinks = (subject: Subject) => async (ctx: RestContext) => ({
  status: 200,
  body: await pageList(ctx, await subjectOf(ctx, subject)),
});

/** Answers the whole list, whether or not anything was added. */
const postLinks = (subject: Subject) => async (ctx: RestContext) => {
  const item = await subjectOf(ctx, subject);
  const fields = Fields.of(ctx);
  const input = {
    subject: subject(ctx) as (tx: Tx) => Promise<Item | undefined>,
    type: linkTypeOf(fields),
    references: fields.words('issuable_references') ?? [],
    origin: originOf(ctx),
  };
  const outcome = await addLinks(ctx.db, ctx.viewer, input, ctx.now);
  if (!outcome.ok && (outcome.status === 401 || outcome.status === 403)) return refusedAnswer(outcome);
  const issuables = await pageList(ctx, item);
  if (outcome.ok) return { status: 200, body: { message: null, issuables } };
  return { status: outcome.status, body: { message: outcome.errors.join('. '), issuables } };
};

const deleteLink = (subject: Subject) => async (ctx: RestContext) => {
  const linkId = pathId(ctx.params['id']);
  if (linkId === null) return notFound;
  const outcome = await removeLink(ctx.db, ctx.viewer, { subject: subject(ctx), linkId }, ctx.now);
  if (!outcome.ok) return refusedAnswer(outcome);
  return {
    status: 200,
    body: { issuables: await pageList(ctx, outcome.value.subject) },
  };
};

const getMergeRequests = (subject: Subject) => async (ctx: RestContext) => ({
  status: 200,
  body: await relatedMergeRequests(ctx.db, ctx.viewer, await subjectOf(ctx, subject), ctx.baseUrl),
});

/** What the API calls the id of a link, and the two items of one. */
const NAMES = {
  epic: { link: 'related_epic_link_id', source: 'source_epic', target: 'target_epic' },
  issue: { link: 'issue_link_id', source: 'source_issue', target: 'target_issue' },
} as const;

type Kind = keyof typeof NAMES;

const entityOf = (kind: Kind, ctx: RestContext, id: number) =>
  kind === 'epic'
    ? epicApiEntity(ctx.db, ctx.viewer, id, ctx.baseUrl)
    : issueEntity(ctx.db, ctx.viewer, id, ctx.baseUrl);

/** The API's list: the same items, each with its address and the id of its link. */
const apiLinks = (kind: Kind, subject: Subject) => async (ctx: RestContext) => {
  const list = await linkedItems(ctx.db, ctx.viewer, await subjectOf(ctx, subject), ctx.baseUrl);
  const body = list.map(({ link_id, relation_path: _relation, in_cycle: _cycle, path, ...rest }) => ({
    ...rest,
    web_url: `${ctx.baseUrl}${String(path)}`,
    [NAMES[kind].link]: link_id,
  }));
  return { status: 200, body };
};

/** `{ source_…, target_…, link_type, id }`. */
async function pairAnswer(
  kind: Kind,
  ctx: RestContext,
  status: number,
  link: { readonly id: number; readonly subjectId: number; readonly otherId: number; readonly type: LinkType },
): Promise<RestAnswer> {
  const { source, target } = NAMES[kind];
  const body = {
    id: link.id,
    [source]: await entityOf(kind, ctx, link.subjectId),
    [target]: await entityOf(kind, ctx, link.otherId),
    link_type: link.type,
  };
  return { status, body };
}

/** `target_group_id` and `target_epic_iid`, or `target_project_id` and `target_issue_iid`, name the other item. */
const apiAddLink = (kind: Kind, subject: Subject) => async (ctx: RestContext) => {
  const fields = Fields.of(ctx);
  const [ownerName, iidName] =
    kind === 'epic'
      ? (['target_group_id', 'target_epic_iid'] as const)
      : (['target_project_id', 'target_issue_iid'] as const);
  const owner = pathOrId(String(fields.id(ownerName) ?? fields.refuse(ownerName)));
  const iid = fields.integer(iidName) ?? fields.refuse(iidName);
  const found =
    kind === 'epic'
      ? (await findGroup(ctx.db, ctx.viewer, owner))?.group_path
      : (await findProject(ctx.db, ctx.viewer, owner))?.project_path;
  const item = await subjectOf(ctx, subject);
  if (found == null) return notFound;
  const type = linkTypeOf(fields);
  const references = [fullReference(kind, found, iid)];
  const input = { subject: subject(ctx), type, references, origin: originOf(ctx) };
  const outcome = await addLinks(ctx.db, ctx.viewer, input, ctx.now);
  if (!outcome.ok) return refusedAnswer(outcome);
  const made = outcome.value[0];
  return made === undefined ? notFound : pairAnswer(kind, ctx, 201, { ...made, subjectId: item.id, type });
};

const apiRemoveLink = (kind: Kind, subject: Subject) => async (ctx: RestContext) => {
  const linkId = pathId(ctx.params['link_id']);
  if (linkId === null) return notFound;
  const outcome = await removeLink(ctx.db, ctx.viewer, { subject: subject(ctx), linkId }, ctx.now);
  if (!outcome.ok) return refusedAnswer(outcome);
  const { subject: item, other, type } = outcome.value;
  return pairAnswer(kind, ctx, 200, { id: linkId, subjectId: item.id, otherId: other.id, type });
};

/** Behind `/groups/<full path>/-/`. */
export const groupLinkRoutes: readonly RestRoute[] = [
  { method: 'GET', pattern: 'epics/:iid/related_epic_links', handle: read(getLinks(pageEpic)) },
  { method: 'POST', pattern: 'epics/:iid/related_epic_links', handle: write('link epics', postLinks(pageEpic)) },
  {
    method: 'DELETE',
    pattern: 'epics/:iid/related_epic_links/:id',
    handle: write('unlink epic', deleteLink(pageEpic)),
  },
];

/** Behind `/<full path of a project>/-/`. */
export const projectLinkRoutes: readonly RestRoute[] = [
  { method: 'GET', pattern: 'issues/:iid/links', handle: read(getLinks(pageItem)) },
  { method: 'POST', pattern: 'issues/:iid/links', handle: write('link issues', postLinks(pageItem)) },
  { method: 'DELETE', pattern: 'issues/:iid/links/:id', handle: write('unlink issue', deleteLink(pageItem)) },
];

const EPIC_LINKS = 'groups/:id/epics/:iid/related_epics';
const ISSUE_LINKS = 'projects/:id/issues/:iid/links';

/** Under `/api/v4/`. */
export const apiLinkRoutes: readonly RestRoute[] = [
  { method: 'GET', pattern: EPIC_LINKS, handle: read(apiLinks('epic', apiEpic)) },
  { method: 'POST', pattern: EPIC_LINKS, handle: write('api link epic', apiAddLink('epic', apiEpic)) },
  {
    method: 'DELETE',
    pattern: `${EPIC_LINKS}/:link_id`,
    handle: write('api unlink epic', apiRemoveLink('epic', apiEpic)),
  },
  { method: 'GET', pattern: ISSUE_LINKS, handle: read(apiLinks('issue', apiItem)) },
  { method: 'POST', pattern: ISSUE_LINKS, handle: write('api link issue', apiAddLink('issue', apiItem)) },
  {
    method: 'DELETE',
    pattern: `${ISSUE_LINKS}/:link_id`,
    handle: write('api unlink issue', apiRemoveLink('issue', apiItem)),
  },
  {
    method: 'GET',
    pattern: 'groups/:id/epics/:iid/related_merge_requests',
    handle: read(getMergeRequests(apiEpic)),
  },
  {
    method: 'GET',
    pattern: 'projects/:id/issues/:iid/related_merge_requests',
    handle: read(getMergeRequests(apiItem)),
  },
];
