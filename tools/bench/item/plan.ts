import { sql } from 'kysely';
import { hashSecret } from '../../../server/auth/secrets.ts';
import { makeSignInLink } from '../../../server/auth/sign-in-link.ts';
import type { OpenDatabase } from '../../../server/db/connection.ts';
import { migrateToLatest } from '../../../server/db/migrate.ts';
import type { FileIssue, FileLabel, FileMilestone, FileUser, PlanningFile } from '../../../server/import/format.ts';
import { importDocument } from '../../../server/import/import-planning.ts';
import { ask } from '../processes.ts';
import type { BrowserContext } from 'playwright-core';

/** So many items alike: a reading that is to be the first one takes an item that was never opened. */
export const ITEMS = 18;
const PROJECT = 'bench/app';
const LABELS = 12;
/** Of `root`, whose page is watched, and of the person who edits meanwhile. */
const TOKENS = { root: 'bench-root', ada: 'bench-ada' } as const;
type Person = keyof typeof TOKENS;

export interface BenchItem {
  readonly iid: number;
  readonly title: string;
  /** Its number of all. */
  readonly number: string;
  /** One of its tasks, from whose page a link leads to it. */
  readonly task: string;
}

export interface Plan {
  readonly items: readonly BenchItem[];
  readonly labelIds: readonly string[];
}

/** What each part is given: a signed-in browser, the product, and the script that measures in a page. */
export interface Stage {
  readonly context: BrowserContext;
  readonly url: string;
  readonly plan: Plan;
  readonly probe: string;
}

export const ISSUE_LIST = `/${PROJECT}/-/issues?search=Item`;
export const taskPath = ({ task }: BenchItem): string => `/${PROJECT}/-/work_items/${task}`;
export const itemPath = ({ iid }: Pick<BenchItem, 'iid'>): string => `/${PROJECT}/-/issues/${iid}`;

/** What stands on the screen of the item itself, and what is read besides: reactions, time, children and linked items. */
export const textsOf = ({ title }: BenchItem) => ({
  fields: [
    title,
    'The last line of the description.',
    ...['Ada Stone', 'Ben Cole', 'Release 4', 'Label 1', 'Label 2', 'Label 3', 'Feb 2, 2026', 'Mar 20, 2026'],
  ],
  others: ['🚀', 'No estimate or time spent', 'First task', 'Second task', 'Third task', 'Its neighbour'],
});

const DESCRIPTION = [
  'What has to be done, in a few sentences, with *emphasis* and a [link](https://example.com).',
  ...['one thing', 'another thing', 'and a third one'].map((text) => `- ${text}`),
  '',
  'The last line of the description.',
].join('\n');

/** A group with a project whose items have everything that a page shows. Tasks and reactions come through the API. Gives the token of a sign-in link. */
export async function fillPlan(database: OpenDatabase): Promise<string> {
  const { unhurried: db } = database;
  await migrateToLatest(db);
  const file = planningFile();
  await importDocument({ db, kind: database.kind }, file, {
    now: new Date().toISOString(),
    visibility: 'private',
    inTurn: true,
  });
  for (const [username, token] of Object.entries(TOKENS)) {
    await sql`INSERT INTO access_tokens (user_id, name, token_hash, last_used_at)
      SELECT id, 'bench', ${hashSecret(token)}, now() FROM users WHERE username = ${username}`.execute(db);
  }
  await sql`INSERT INTO memberships (user_id, group_id, access_level)
    SELECT u.id, g.id, 50 FROM users u, groups g WHERE u.username IN ('root', 'ada') AND g.full_path = 'bench'
    ON CONFLICT DO NOTHING`.execute(db);
  const { id } = await db.selectFrom('users').select('id').where('username', '=', 'root').executeTakeFirstOrThrow();
  const token = await makeSignInLink(db, Number(id), new Date().toISOString());
  await database.close();
  return token;
}

const SOURCE = { repository: 'bench/data', commit: '0'.repeat(40), committedAt: null, license: 'MIT', used: 'all' };

/** As the schema of such files has it, which asks for a little more than is imported. */
function planningFile(): PlanningFile {
  const users: FileUser[] = [
    { id: 'user:ada', username: 'ada', name: 'Ada Stone' },
    { id: 'user:ben', username: 'ben', name: 'Ben Cole' },
  ];
  const labels: FileLabel[] = Array.from({ length: LABELS }, (_, at) => ({
    ...{ id: `label:${at + 1}`, groupId: 'group:bench', title: `Label ${at + 1}` },
    color: `#${String((at * 123457) % 1_000_000).padStart(6, '0')}`,
  }));
  const milestone: FileMilestone = {
    ...{ id: 'milestone:4', iid: 4, groupId: 'group:bench', title: 'Release 4', state: 'active' },
    ...{ startDate: null, dueDate: '2099-01-01' },
  };
  const item = (iid: number, title: string): FileIssue & { kind: string } => ({
    kind: 'issue',
    ...{ id: `issue:${iid}`, iid, title, description: DESCRIPTION, state: 'open', confidential: false },
    ...{ startDate: '2026-02-02', dueDate: '2026-03-20', createdAt: null, updatedAt: null, closedAt: null },
    ...{ labelIds: ['label:1', 'label:2', 'label:3'], assigneeIds: ['user:ada', 'user:ben'], approverIds: [] },
    ...{ externalRefs: [], projectId: 'project:app', epicId: null, weight: 5, milestoneId: 'milestone:4' },
  });
  const iids = Array.from({ length: ITEMS }, (_, at) => at + 1);
  const neighbour = { ...item(ITEMS + 1, 'Its neighbour'), description: null };
  return {
    schemaVersion: 1,
    dataset: { name: 'bench', snapshotDate: '2026-01-01', sources: [SOURCE] },
    groups: [{ id: 'group:bench', path: 'bench', fullPath: 'bench', name: 'Bench', parentId: null, members: [] }],
    projects: [{ id: 'project:app', groupId: 'group:bench', path: 'app', fullPath: PROJECT, name: 'App' }],
    ...{ users, labels, milestones: [milestone], epics: [] },
    issues: [...iids.map((iid) => item(iid, titleOf(iid))), neighbour],
    links: iids.map((iid) => ({
      ...{ origins: ['bench'], mutual: false },
      ...{ id: `link:${iid}`, type: 'relates_to', sourceId: `issue:${iid}`, targetId: neighbour.id },
    })),
  };
}

const titleOf = (iid: number): string => `Item ${String.fromCharCode(64 + iid)}`;

/** Asks as one of the two people; throws at errors of any kind. */
export async function asked<T>(url: string, person: Person, query: string, variables: object = {}): Promise<T> {
  const answer = await ask(`${url}/api/graphql`, {
    headers: { 'private-token': TOKENS[person] },
    body: JSON.stringify({ query, variables }),
  });
  if (/"errors":\[(?!\])/.test(answer)) throw new Error(answer.slice(0, 400));
  return (JSON.parse(answer) as { readonly data: T }).data;
}

const PLAN = `{
  group(fullPath: "bench") { labels(first: 50) { nodes { id } } }
  project(fullPath: "${PROJECT}") {
  workItemTypes { nodes { id name } }
  workItems(first: 100) { nodes { id iid title } }
} }`;

interface PlanAnswer {
  readonly group: { readonly labels: { readonly nodes: readonly { readonly id: string }[] } };
  readonly project: {
    readonly workItemTypes: { readonly nodes: readonly { readonly id: string; readonly name: string }[] };
    readonly workItems: {
      readonly nodes: readonly { readonly id: string; readonly iid: string; readonly title: string }[];
    };
  };
}

export async function completePlan(url: string): Promise<Plan> {
  const { group, project } = await asked<PlanAnswer>(url, 'root', PLAN);
  const type = project.workItemTypes.nodes.find(({ name }) => name === 'Task')!.id;
  const items: BenchItem[] = [];
  for (const { id, iid, title } of project.workItems.nodes) {
    if (!title.startsWith('Item')) continue;
    const made: string[] = [];
    for (const task of ['First task', 'Second task', 'Third task']) {
      const input = {
        ...{ projectPath: PROJECT, title: task, workItemTypeId: type, hierarchyWidget: { parentId: id } },
      };
      const text = `mutation ($input: WorkItemCreateInput!) { workItemCreate(input: $input) { workItem { id } errors } }`;
      const { workItemCreate } = await asked<{
        readonly workItemCreate: { readonly workItem: { readonly id: string } };
      }>(url, 'root', text, { input });
      made.push(workItemCreate.workItem.id);
    }
    const input = { awardableId: id, name: 'rocket' };
    const award = `mutation ($input: AwardEmojiToggleInput!) { awardEmojiToggle(input: $input) { errors } }`;
    await asked(url, 'ada', award, { input });
    items.push({ iid: Number(iid), title, number: id.replace(/\D/g, ''), task: made[0]!.replace(/\D/g, '') });
  }
  return { items: items.sort((a, b) => a.iid - b.iid), labelIds: group.labels.nodes.map(({ id }) => id) };
}
