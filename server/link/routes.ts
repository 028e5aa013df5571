import { isLinkType, type LinkType } from '@espalier/core/link/rules';
import { fullReference } from '@espalier/core/work-item/rules';
import { notFound, refusedAnswer, type RestAnswer, type RestContext, type RestRoute } from '../rest/types.ts';
import { originOf, read, readItems, write } from '../rest/writes/answers.ts';
import { Fields, pathId, pathOrId } from '../rest/writes/fields.ts';
import { hidden } from '../command/outcome.ts';
import type { Item } from '../command/item.ts';
import { addLinks, findSubject, type LinkSubject, type RemovedLink, removeLink } from '../work-item/links.ts';
import { linkedEntities, linkedItems, linksOfGroup, relatedMergeRequests } from './list.ts';

/** Linked items over REST: the calls of the pages and those of the API (facts 1.1, 1.8). */

/** What the API calls the id of a link, the two items of one, and in a request the other item. */
const NAMES = {
  epic: {
    link: 'related_epic_link_id',
    source: 'source_epic',
    target: 'target_epic',
    ownerId: 'target_group_id',
    iid: 'target_epic_iid',
  },
  issue: {
    link: 'issue_link_id',
    source: 'source_issue',
    target: 'target_issue',
    ownerId: 'target_project_id',
    iid: 'target_issue_iid',
  },
} as const;

type Kind = keyof typeof NAMES;

/** Full path of the group or project that a request names by its path or id. */
const ownerPath = async ({ store, viewer }: RestContext, kind: Kind, named: string): Promise<string> =>
  (kind === 'epic'
    ? (await store.group(viewer, pathOrId(named)))?.group_path
    : (await store.project(viewer, pathOrId(named)))?.project_path) ?? hidden();

/** Which item a request is about. */
type Subject = (ctx: RestContext) => Promise<LinkSubject>;

const ofPath =
  (kind: Kind, path: (ctx: RestContext) => string | Promise<string>): Subject =>
  async (ctx) => ({ kind, path: await path(ctx), iid: pathId(ctx.params['iid']) ?? 0 });

const itemOf = async ({ store, viewer }: RestContext, subject: LinkSubject): Promise<Item> =>
  (await findSubject(store, viewer, subject)) ?? hidden();

function linkTypeOf(fields: Fields): LinkType {
  const text = fields.text('link_type') ?? 'relates_to';
  return isLinkType(text) ? text : fields.refuse('link_type');
}

const pageList = (ctx: RestContext, item: Item) => linkedItems(ctx.db, ctx.viewer, item, ctx.baseUrl);

/** Answers what is read of the item of the request. */
const get = (subject: Subject, body: (ctx: RestContext, item: Item) => Promise<unknown>) =>
  read(async (ctx) => ({ status: 200, body: await body(ctx, await itemOf(ctx, await subject(ctx))) }));

/** Takes away the link whose id is the last part of the path. */
const remove =
  (subject: Subject, answer: (ctx: RestContext, removed: RemovedLink, linkId: number) => Promise<RestAnswer>) =>
  async (ctx: RestContext): Promise<RestAnswer> => {
    const linkId = pathId(ctx.params['link_id']);
    if (linkId === null) return notFound;
    const outcome = await removeLink(ctx.store, ctx.viewer, { subject: await subject(ctx), linkId }, ctx.now);
    return outcome.ok ? answer(ctx, outcome.value, linkId) : refusedAnswer(outcome);
  };

/** Answers the whole list, whether or not anything was added. */
const postLinks = (subject: Subject) => async (ctx: RestContext) => {
  const named = await subject(ctx);
  const item = await itemOf(ctx, named);
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

const listAnswer = async (ctx: RestContext, { subject }: RemovedLink): Promise<RestAnswer> => ({
  status: 200,
  body: { issuables: await pageList(ctx, subject) },
});

/** `{ source_…, target_…, link_type, id }`. */
async function pairAnswer(
  kind: Kind,
  ctx: RestContext,
  status: number,
  { id, subjectId, otherId, type }: Record<'id' | 'subjectId' | 'otherId', number> & { readonly type: LinkType },
): Promise<RestAnswer> {
  const { source, target } = NAMES[kind];
  const told = await readItems(ctx, [subjectId, otherId]);
  return { status, body: { id, [source]: told.get(subjectId), [target]: told.get(otherId), link_type: type } };
}

const apiAddLink = (kind: Kind, subject: Subject) => async (ctx: RestContext) => {
  const fields = Fields.of(ctx);
  const names = NAMES[kind];
  const owner = String(fields.id(names.ownerId) ?? fields.refuse(names.ownerId));
  const iid = fields.integer(names.iid) ?? fields.refuse(names.iid);
  const path = await ownerPath(ctx, kind, owner);
  const named = await subject(ctx);
  const item = await itemOf(ctx, named);
  const type = linkTypeOf(fields);
  const input = { subject: named, type, references: [fullReference(kind, path, iid)], origin: originOf(ctx) };
  const outcome = await addLinks(ctx.store, ctx.viewer, input, ctx.now);
  if (!outcome.ok) return refusedAnswer(outcome);
  const made = outcome.value[0];
  return made === undefined ? notFound : pairAnswer(kind, ctx, 201, { ...made, subjectId: item.id, type });
};

/** AP-05.138: docs/api/issue_links.md, "Get an issue link". */
const oneLink = (subject: Subject) => async (ctx: RestContext) => {
  const id = pathId(ctx.params['link_id']);
  const item = await itemOf(ctx, await subject(ctx));
  const link = id === null ? undefined : await ctx.store.links.find(id, item.id);
  if (id === null || link === undefined) return notFound;
  const other = link.sourceId === item.id ? link.targetId : link.sourceId;
  if (!(await ctx.store.items.byId(ctx.viewer, [other])).has(other)) return notFound;
  return pairAnswer('issue', ctx, 200, { id, subjectId: link.sourceId, otherId: link.targetId, type: link.type });
};

function pageRoutes(kind: Kind, pattern: string): readonly RestRoute[] {
  const subject = ofPath(kind, ({ groupPath }) => groupPath);
  return [
    { method: 'GET', pattern, handle: get(subject, pageList) },
    { method: 'POST', pattern, handle: write(`link ${kind}s`, postLinks(subject)) },
    { method: 'DELETE', pattern: `${pattern}/:link_id`, handle: write(`unlink ${kind}`, remove(subject, listAnswer)) },
  ];
}

function apiRoutes(kind: Kind, item: string, links: string): readonly RestRoute[] {
  const subject = ofPath(kind, (ctx) => ownerPath(ctx, kind, ctx.params['id'] ?? ''));
  const pattern = `${item}/${links}`;
  const unlink = remove(subject, (ctx, { subject: { id: subjectId }, other, type }, id) =>
    pairAnswer(kind, ctx, 200, { id, subjectId, otherId: other.id, type }),
  );
  const requests = get(subject, (ctx, of) => relatedMergeRequests(ctx.db, ctx.viewer, of, ctx.baseUrl));
  return [
    { method: 'GET', pattern, handle: get(subject, (ctx, of) => linkedEntities(ctx, of, NAMES[kind].link)) },
    ...(kind === 'issue'
      ? [{ method: 'GET', pattern: `${pattern}/:link_id`, handle: read(oneLink(subject)) } as const]
      : []),
    { method: 'POST', pattern, handle: write(`api link ${kind}`, apiAddLink(kind, subject)) },
    { method: 'DELETE', pattern: `${pattern}/:link_id`, handle: write(`api unlink ${kind}`, unlink) },
    { method: 'GET', pattern: `${item}/related_merge_requests`, handle: requests },
  ];
}

/** Behind `/groups/<full path>/-/`. */
export const groupLinkRoutes = pageRoutes('epic', 'epics/:iid/related_epic_links');

/** Behind `/<full path of a project>/-/`. */
export const projectLinkRoutes = pageRoutes('issue', 'issues/:iid/links');

/** Under `/api/v4/`. */
export const apiLinkRoutes: readonly RestRoute[] = [
  { method: 'GET', pattern: 'groups/:id/related_epic_links', handle: linksOfGroup },
  ...apiRoutes('epic', 'groups/:id/epics/:iid', 'related_epics'),
  ...apiRoutes('issue', 'projects/:id/issues/:iid', 'links'),
];
