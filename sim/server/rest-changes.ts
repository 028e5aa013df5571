import { isLinkType } from '@espalier/core/link/rules';
import type { ReferenceKind } from '@espalier/core/work-item/rules';
import { hidden, type Outcome } from '../../server/command/outcome.ts';
import {
  createEpicDescribed,
  createItemDescribed,
  type Described,
  updateEpicDescribed,
  updateIssueDescribed,
} from '../../server/quick-action/description.ts';
import { addLinks, removeLink } from '../../server/work-item/links.ts';
import { notFound, refusedAnswer, type RestAnswer, unauthorized } from '../../server/rest/types.ts';
import { withCommands } from '../../server/rest/writes/commands.ts';
import { epicFields, epicPatch, issueFields, issuePatch } from '../../server/rest/writes/patches.ts';
import { changedIssueJson } from '../../server/rest/json/page-changes.ts';
import { changedJson } from '../../server/rest/json/epic-page.ts';
import { epicJson, issueJson } from '../../server/rest/json/items.ts';
import type { Rights } from '../../server/store/memory/rights.ts';
import type { ItemRow } from '../../server/store/memory/rows.ts';
import { addChildren, removeChild } from '../../server/tree/children.ts';
import { epicPath, todoPath } from '../../server/work-item/addresses.ts';
import { deleteEpic, deleteIssue } from '../../server/work-item/delete.ts';
import { finishTodo, markEpicTodo } from '../../server/work-item/todos.ts';
import { BASE_URL } from './addresses.ts';
import { childList, linkedList } from './rest-lists.ts';
import { type Context, type Handler, type Route, numberIn, ok, pageEpic, pageItem, pathOrId } from './rest-context.ts';
import { changedIssueFacts, epicFacts, issueFacts, pageFacts } from './rest-facts.ts';

/** Changes over REST: the server's own commands on the store in memory, told by the same addresses and fields. */

const nowOf = ({ rights }: Context): string => rights.world.now();

const asked = ({ world }: Rights) => ({ base: BASE_URL, now: world.now() });

/** What a command came to, as an answer. */
const answerOf = <T>(outcome: Outcome<T>, body: (value: T) => unknown, status = 200): RestAnswer =>
  outcome.ok ? ok(body(outcome.value), status) : refusedAnswer(outcome);

/** The same, and what came of the commands in the description. */
const describedAnswer = <T>(outcome: Outcome<Described<T>>, body: (value: T) => unknown, status = 200): RestAnswer =>
  outcome.ok ? withCommands(ok(body(outcome.value.value), status), outcome.value) : refusedAnswer(outcome);

/** The whole list with what went wrong; who may not change it at all is not told it. */
const withList = <T>(outcome: Outcome<T>, issuables: () => unknown[]): RestAnswer => {
  if (outcome.ok) return ok({ message: null, issuables: issuables() });
  const { status, errors } = outcome;
  if (status === 401 || status === 403) return refusedAnswer(outcome);
  return { status, body: { message: errors.join('. '), issuables: issuables() } };
};

const placeOf = ({ params }: Context) => ({ groupPath: params['group'] ?? '', iid: numberIn(params['iid']) });

async function putEpic(context: Context): Promise<RestAnswer> {
  const { store, rights, fields } = context;
  const input = { ...placeOf(context), patch: epicPatch(fields('epic')), origin: BASE_URL };
  const outcome = await updateEpicDescribed(store, rights.viewer, input, nowOf(context));
  return describedAnswer(outcome, (id) =>
    changedJson(BASE_URL, pageFacts(rights, id), rights.itemSubject(rights.world.item(id))),
  );
}

async function putIssue(context: Context): Promise<RestAnswer> {
  const { store, rights, fields } = context;
  const { groupPath: projectPath, iid } = placeOf(context);
  const input = { projectPath, iid, patch: issuePatch(fields('issue')), origin: BASE_URL };
  const outcome = await updateIssueDescribed(store, rights.viewer, input, nowOf(context));
  return describedAnswer(outcome, (id) => {
    const subject = rights.itemSubject(rights.world.item(id));
    return changedIssueJson(BASE_URL, nowOf(context), changedIssueFacts(rights, id), subject);
  });
}

async function postEpic(context: Context): Promise<RestAnswer> {
  const { store, rights, params, fields } = context;
  const input = { group: params['group'] ?? '', fields: epicFields(fields('epic')), origin: BASE_URL };
  const outcome = await createEpicDescribed(store, rights.viewer, input, nowOf(context));
  return describedAnswer(outcome, ({ path, iid }) => ({ web_url: `${BASE_URL}${epicPath(path, iid)}` }));
}

const unconfirmed = (noun: string): RestAnswer => ({
  status: 422,
  body: { errors: `Destroy confirmation not provided for ${noun}` },
});

async function destroyEpic(context: Context): Promise<RestAnswer> {
  const { store, rights, fields } = context;
  const { groupPath, iid } = placeOf(context);
  if (fields().flag('destroy_confirm') !== true) {
    pageEpic(context);
    return unconfirmed('epic');
  }
  const outcome = await deleteEpic(store, rights.viewer, groupPath, iid, nowOf(context));
  return answerOf(outcome, (gone) => ({ web_url: `${BASE_URL}/groups/${gone.groupPath}/-/epics` }));
}

async function destroyIssue(context: Context): Promise<RestAnswer> {
  const { store, rights, params, fields } = context;
  const project = params['group'] ?? '';
  if (fields().flag('destroy_confirm') !== true) {
    pageItem(context);
    return unconfirmed('issue');
  }
  const outcome = await deleteIssue(store, rights.viewer, project, numberIn(params['iid']), nowOf(context));
  return answerOf(outcome, () => ({ web_url: `${BASE_URL}/${project}/-/issues` }));
}

const postChildren =
  (kind: ReferenceKind): Handler =>
  async (context) => {
    const { store, rights, fields } = context;
    const epic = pageEpic(context);
    const references = fields().words('issuable_references') ?? [];
    const input = { ...placeOf(context), kind, references, origin: BASE_URL };
    const outcome = await addChildren(store, rights.viewer, input, nowOf(context));
    return withList(outcome, () => childList(context.rights, kind, epic));
  };

const deleteChild =
  (kind: ReferenceKind): Handler =>
  async (context) => {
    const { store, rights, params } = context;
    const epic = pageEpic(context);
    const input = { ...placeOf(context), kind, id: numberIn(params['id']) };
    const outcome = await removeChild(store, rights.viewer, input, nowOf(context));
    return answerOf(outcome, () => ({ issuables: childList(context.rights, kind, epic) }));
  };

async function postApiEpic(context: Context): Promise<RestAnswer> {
  const { store, rights, params, fields } = context;
  const given = fields();
  const input = {
    group: pathOrId(params['id']),
    parentId: given.nullableInteger('parent_id'),
    fields: epicFields(given),
    origin: BASE_URL,
  };
  const outcome = await createEpicDescribed(store, rights.viewer, input, nowOf(context));
  return describedAnswer(outcome, ({ id }) => epicJson(asked(rights), epicFacts(rights, id)), 201);
}

const postIssue =
  (owner: 'id' | 'group'): Handler =>
  async (context) => {
    const { store, rights, params, fields } = context;
    const given = fields(owner === 'group' ? 'issue' : undefined);
    const input = {
      project: owner === 'id' ? pathOrId(params['id']) : (params['group'] ?? ''),
      type: 'issue' as const,
      parentId: given.nullableInteger('epic_id'),
      fields: issueFields(given),
      origin: BASE_URL,
    };
    const outcome = await createItemDescribed(store, rights.viewer, input, nowOf(context));
    return describedAnswer(outcome, ({ id }) => issueJson(asked(rights), issueFacts(rights, id)), 201);
  };

/** What a page links: an epic or an item, by the address of its page. */
const SUBJECTS: Readonly<Record<ReferenceKind, (context: Context) => ItemRow>> = { epic: pageEpic, issue: pageItem };

const subjectOf = (kind: ReferenceKind, { params }: Context) => ({
  kind,
  path: params['group'] ?? '',
  iid: numberIn(params['iid']),
});

const postLinks =
  (kind: ReferenceKind): Handler =>
  async (context) => {
    const { store, rights, fields } = context;
    const item = SUBJECTS[kind](context);
    const given = fields();
    const word = given.text('link_type') ?? 'relates_to';
    const type = isLinkType(word) ? word : given.refuse('link_type');
    const references = given.words('issuable_references') ?? [];
    const input = { subject: subjectOf(kind, context), type, references, origin: BASE_URL };
    const outcome = await addLinks(store, rights.viewer, input, nowOf(context));
    return withList(outcome, () => linkedList(rights, item));
  };

const deleteLink =
  (kind: ReferenceKind): Handler =>
  async (context) => {
    const { store, rights, params } = context;
    const input = { subject: subjectOf(kind, context), linkId: numberIn(params['id']) };
    const outcome = await removeLink(store, rights.viewer, input, nowOf(context));
    return answerOf(outcome, ({ subject }) => ({ issuables: linkedList(rights, rights.see(subject.id) ?? hidden()) }));
  };

async function postTodo(context: Context): Promise<RestAnswer> {
  const { store, rights, fields } = context;
  if (rights.viewer.userId === null) return unauthorized;
  const given = fields();
  if (given.text('issuable_type') !== 'epic') return notFound;
  const input = { ...placeOf(context), id: given.integer('issuable_id') };
  const outcome = await markEpicTodo(store, rights.viewer, input, nowOf(context));
  return answerOf(outcome, ({ id, count }) => ({ count, delete_path: todoPath(id) }));
}

async function deleteTodo(context: Context): Promise<RestAnswer> {
  const { store, rights, params } = context;
  const outcome = await finishTodo(store, rights.viewer, numberIn(params['id']), nowOf(context));
  return answerOf(outcome, ({ pending, done }) => ({ count: pending, done_count: done }));
}

export const CHANGES: readonly Route[] = [
  ['PUT', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)(?:\.json)?$/, putEpic],
  ['PATCH', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\.json$/, putEpic],
  ['PUT', /^\/(?<group>.+)\/-\/issues\/(?<iid>\d+)(?:\.json)?$/, putIssue],
  ['PATCH', /^\/(?<group>.+)\/-\/issues\/(?<iid>\d+)\.json$/, putIssue],
  ['DELETE', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)(?:\.json)?$/, destroyEpic],
  ['POST', /^\/groups\/(?<group>.+)\/-\/epics$/, postEpic],
  ['POST', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/todos$/, postTodo],
  ['DELETE', /^\/dashboard\/todos\/(?<id>\d+)$/, deleteTodo],
  ['POST', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/links$/, postChildren('epic')],
  ['DELETE', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/links\/(?<id>\d+)$/, deleteChild('epic')],
  ['POST', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/issues$/, postChildren('issue')],
  ['DELETE', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/issues\/(?<id>\d+)$/, deleteChild('issue')],
  ['POST', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/related_epic_links$/, postLinks('epic')],
  ['DELETE', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/related_epic_links\/(?<id>\d+)$/, deleteLink('epic')],
  ['POST', /^\/(?<group>.+)\/-\/issues\/(?<iid>\d+)\/links$/, postLinks('issue')],
  ['DELETE', /^\/(?<group>.+)\/-\/issues\/(?<iid>\d+)\/links\/(?<id>\d+)$/, deleteLink('issue')],
  ['POST', /^\/api\/v4\/groups\/(?<id>[^/]+)\/epics$/, postApiEpic],
  ['POST', /^\/api\/v4\/projects\/(?<id>[^/]+)\/issues$/, postIssue('id')],
  ['POST', /^\/(?<group>.+)\/-\/issues$/, postIssue('group')],
  ['DELETE', /^\/(?<group>.+)\/-\/issues\/(?<iid>\d+)(?:\.json)?$/, destroyIssue],
];
