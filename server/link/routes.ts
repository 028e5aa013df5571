import { isLinkType, type LinkType } from '@espalier/core/link/rules';
import { fullReference } from '@espalier/core/work-item/rules';
import { notFound, refusedAnswer, type RestAnswer, type RestContext, type RestRoute } from '../rest/types.ts';
import { originOf, read, readItems, write } from '../rest/writes/answers.ts';
import { Fields, pathId, pathOrId } from '../rest/writes/fields.ts';
import { hidden } from '../command/outcome.ts';
import type { Item } from '../command/item.ts';
import { addLinks, findSubject, type LinkSubject, removeLink } from './change.ts';
import { linkedEntities, linkedItems, relatedMergeRequests } from './list.ts';

/** Linked items over REST: the calls of the pages and those of the API (facts 1.1, 1.8). */

/** Which item a request is about; undefined where its owner is hidden. */
type Subject = (ctx: RestContext) => Promise<LinkSubject | undefined>;

const iidOf = (ctx: RestContext, name: string): number => pathId(ctx.params[name]) ?? 0;

const ofPage =
  (kind: Kind): Subject =>
  async (ctx) => ({ kind, path: ctx.groupPath, iid: iidOf(ctx, 'iid') });
const pageEpic = ofPage('epic');
const pageItem = ofPage('issue');

const apiEpic: Subject = async (ctx) => {
  const group = await ctx.store.group(ctx.viewer, pathOrId(ctx.params['id'] ?? ''));
  return group && { kind: 'epic', path: group.group_path, iid: iidOf(ctx, 'iid') };
};
const apiItem: Subject = async (ctx) => {
  const project = await ctx.store.project(ctx.viewer, pathOrId(ctx.params['id'] ?? ''));
  return project && { kind: 'issue', path: project.project_path ?? '', iid: iidOf(ctx, 'iid') };
};

const subjectOf = async (ctx: RestContext, subject: LinkSubject): Promise<Item> =>
  (await findSubject(ctx.store, ctx.viewer, subject)) ?? hidden();

const itemOf = async (ctx: RestContext, subject: Subject): Promise<Item> =>
  subjectOf(ctx, (await subject(ctx)) ?? hidden());

function linkTypeOf(fields: Fields): LinkType {
  const text = fields.text('link_type') ?? 'relates_to';
  return isLinkType(text) ? text : fields.refuse('link_type');
}

const pageList = (ctx: RestContext, item: Item) => linkedItems(ctx.db, ctx.viewer, item, ctx.baseUrl);

const getLinks = (subject: Subject) => async (ctx: RestContext) => ({
  status: 200,
  body: await pageList(ctx, await itemOf(ctx, subject)),
});

/** Answers the whole list, whether or not anything was added. */
const postLinks = (subject: Subject) => async (ctx: RestContext) => {
  const named = (await subject(ctx)) ?? hidden();
  const item = await subjectOf(ctx, named);
  const fields = Fields.of(ctx);
  const input = {
    subject: named,
    type: linkTypeOf(fields),
    references: fields.words('issuable_references') ?? [],
    origin: originOf(ctx),
  };
  const outcome = await addLinks(ctx.store, ctx.viewer, input, ctx.now);
  if (!outcome.ok && (outcome.status === 401 || outcome.status === 403)) return refusedAnswer(outcome);
  const issuables = await pageList(ctx, item);
  if (outcome.ok) return { status: 200, body: { message: null, issuables } };
  return { status: outcome.status, body: { message: outcome.errors.join('. '), issuables } };
};

const deleteLink = (subject: Subject) => async (ctx: RestContext) => {
  const linkId = pathId(ctx.params['id']);
  if (linkId === null) return notFound;
  const outcome = await removeLink(
    ctx.store,
    ctx.viewer,
    { subject: (await subject(ctx)) ?? hidden(), linkId },
    ctx.now,
  );
  if (!outcome.ok) return refusedAnswer(outcome);
  return {
    status: 200,
    body: { issuables: await pageList(ctx, outcome.value.subject) },
  };
};

const getMergeRequests = (subject: Subject) => async (ctx: RestContext) => ({
  status: 200,
  body: await relatedMergeRequests(ctx.db, ctx.viewer, await itemOf(ctx, subject), ctx.baseUrl),
});

/** What the API calls the id of a link, and the two items of one. */
const NAMES = {
  epic: { link: 'related_epic_link_id', source: 'source_epic', target: 'target_epic' },
  issue: { link: 'issue_link_id', source: 'source_issue', target: 'target_issue' },
} as const;

type Kind = keyof typeof NAMES;

const apiLinks = (kind: Kind, subject: Subject) => async (ctx: RestContext) => ({
  status: 200,
  body: await linkedEntities(ctx, await itemOf(ctx, subject), NAMES[kind].link),
});

/** `{ source_…, target_…, link_type, id }`. */
async function pairAnswer(
  kind: Kind,
  ctx: RestContext,
  status: number,
  link: { readonly id: number; readonly subjectId: number; readonly otherId: number; readonly type: LinkType },
): Promise<RestAnswer> {
  const { source, target } = NAMES[kind];
  const told = await readItems(ctx, [link.subjectId, link.otherId]);
  const body = {
    id: link.id,
    [source]: told.get(link.subjectId),
    [target]: told.get(link.otherId),
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
      ? (await ctx.store.group(ctx.viewer, owner))?.group_path
      : (await ctx.store.project(ctx.viewer, owner))?.project_path;
  const named = (await subject(ctx)) ?? hidden();
  const item = await subjectOf(ctx, named);
  if (found == null) return notFound;
  const type = linkTypeOf(fields);
  const references = [fullReference(kind, found, iid)];
  const input = { subject: named, type, references, origin: originOf(ctx) };
  const outcome = await addLinks(ctx.store, ctx.viewer, input, ctx.now);
  if (!outcome.ok) return refusedAnswer(outcome);
  const made = outcome.value[0];
  return made === undefined ? notFound : pairAnswer(kind, ctx, 201, { ...made, subjectId: item.id, type });
};

const apiRemoveLink = (kind: Kind, subject: Subject) => async (ctx: RestContext) => {
  const linkId = pathId(ctx.params['link_id']);
  if (linkId === null) return notFound;
  const outcome = await removeLink(
    ctx.store,
    ctx.viewer,
    { subject: (await subject(ctx)) ?? hidden(), linkId },
    ctx.now,
  );
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
