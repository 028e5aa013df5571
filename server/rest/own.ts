import { projectItemReadableSql } from '../access/filters.ts';
import type { Status } from '../command/user-store.ts';
import type { Outcome } from '../command/outcome.ts';
import { ISSUE_FROM } from '../graphql/types/item.ts';
import { renderLine } from '../text/markdown.ts';
import { editPreferences, editProfile, setStatus } from '../user/own.ts';
import { PROFILE_PARTS } from '../user/profile.ts';
import { type Json, listAnswer, oneAnswer, queryFor, rowsOf } from './reads/page.ts';
import { at } from './reads/facts.ts';
import { noUser, oneUser, userIdOf } from './reads/users.ts';
import { forbidden, notFound, type RestAnswer, type RestContext, type RestRoute, unauthorized } from './types.ts';
import { Asked } from './reads/asked.ts';
import { refused } from './users.ts';
import { write } from './writes/answers.ts';
import { Fields } from './writes/fields.ts';
import { Parameters } from './writes/parameters.ts';

/** One's own profile, preferences, status and counts: GitLab's docs/api/users.md, "User status", "User preferences", "User counts". */

const PREFERENCES: Json = {
  user_id: 'a.id',
  time_zone: 'a.time_zone',
  first_day_of_week: 'a.first_day_of_week',
  preferred_language: 'a.language',
  theme: 'a.theme',
  keyboard_shortcuts_enabled: 'a.keyboard_shortcuts',
};

/** Of GitLab's own there is no diff and no job that they could be about. */
const NO_DIFFS = {
  view_diffs_file_by_file: false,
  show_whitespace_in_diffs: true,
  pass_user_identities_to_ci_jwt: false,
};

function own(
  ctx: RestContext,
  json: Json,
  shape: (row: Readonly<Record<string, unknown>>) => unknown,
): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const from = `(SELECT * FROM users u WHERE u.id = ${query.param(ctx.viewer.userId, 'bigint')}) a`;
  return oneAnswer(query, from, json, shape);
}

const THEMES = ['light', 'dark', 'system'] as const;

const preferences = (ctx: RestContext) => own(ctx, PREFERENCES, (row) => ({ ...row, ...NO_DIFFS }));

async function putPreferences(ctx: RestContext): Promise<RestAnswer> {
  const fields = Fields.of(ctx);
  const asked = new Parameters(fields);
  for (const [name, value] of Object.entries(NO_DIFFS)) asked.only(name, value, Number(value));
  asked.only('theme', ...THEMES, '', null);
  const [timeZone, language, theme] = [asked.text('time_zone'), asked.text('preferred_language'), asked.text('theme')];
  const firstDayOfWeek = asked.integer('first_day_of_week');
  const keyboardShortcuts = asked.flag('keyboard_shortcuts_enabled');
  asked.check();
  const given = {
    ...(timeZone !== undefined && { timeZone: timeZone || null }),
    ...(language !== undefined && { language: language || null }),
    ...(theme !== undefined && { theme: THEMES.find((known) => known === theme) ?? null }),
    ...(fields.has('first_day_of_week') && { firstDayOfWeek: firstDayOfWeek ?? null }),
    ...(keyboardShortcuts !== undefined && { keyboardShortcuts }),
  };
  return after(ctx, await editPreferences(ctx.store, ctx.viewer, given, ctx.now), preferences);
}

/** `sign_in_with`: what the account can be linked to (AP-09.87), if there is something. */
async function profile(ctx: RestContext): Promise<RestAnswer> {
  const answer = await oneUser(ctx, ctx.viewer.userId ?? 0, 'themselves');
  if (ctx.signInWith === undefined) return answer;
  return { ...answer, body: { ...(answer.body as object), sign_in_with: ctx.signInWith } };
}

async function putProfile(ctx: RestContext): Promise<RestAnswer> {
  const asked = new Parameters(Fields.of(ctx));
  const [name, avatar] = [asked.text('name'), asked.file('avatar')];
  const parts = Object.keys(PROFILE_PARTS).map((part) => [part, asked.text(part)] as const);
  asked.check();
  const given = Object.fromEntries(parts.filter((part): part is [string, string] => part[1] !== undefined));
  return after(ctx, await editProfile(ctx.store, ctx.viewer, { name, profile: given, avatar }, ctx.now), profile);
}

/** What has run out is none. */
const current = (column: string, now: string): string =>
  `CASE WHEN a.status_until IS NULL OR a.status_until > ${now} THEN a.${column} END`;

function statusOf(ctx: RestContext, which: (query: ReturnType<typeof queryFor>) => string): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const now = query.now();
  const from = `(SELECT * FROM users u WHERE ${which(query)}) a`;
  const json: Json = {
    emoji: current('status_emoji', now),
    message: current('status_message', now),
    busy: current('status_busy', now),
    until: `CASE WHEN a.status_until > ${now} THEN ${at('a.status_until')} END`,
  };
  return oneAnswer(query, from, json, ({ emoji, message, busy, until }) => ({
    emoji,
    message,
    availability: busy === true ? 'busy' : 'not_set',
    message_html: typeof message === 'string' ? renderLine(message) : '',
    clear_status_at: until,
  }));
}

const ownStatus = (ctx: RestContext) => statusOf(ctx, (query) => `u.id = ${query.param(ctx.viewer.userId, 'bigint')}`);

async function status(ctx: RestContext): Promise<RestAnswer> {
  const { id = '' } = ctx.params;
  const answer = await statusOf(ctx, (query) =>
    /^\d{1,15}$/.test(id)
      ? `u.id = ${query.param(Number(id), 'bigint')}`
      : `lower(u.username) = lower(${query.param(id.replaceAll('\0', ''), 'text')})`,
  );
  return answer === notFound ? noUser : answer;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const AFTER: Readonly<Record<string, number>> = {
  '30_minutes': 30 * MINUTE,
  '3_hours': 180 * MINUTE,
  '8_hours': 480 * MINUTE,
  '1_day': DAY,
  '3_days': 3 * DAY,
  '7_days': 7 * DAY,
  '30_days': 30 * DAY,
};

async function putStatus(ctx: RestContext): Promise<RestAnswer> {
  const asked = new Parameters(Fields.of(ctx));
  asked.only('availability', 'busy', 'not_set', '', null);
  asked.only('clear_status_after', ...Object.keys(AFTER), '', null);
  const [emoji, message] = [asked.text('emoji'), asked.text('message')?.trim()];
  const [availability, clearAfter] = [asked.text('availability'), asked.text('clear_status_after')];
  asked.check();
  const lasts = AFTER[clearAfter ?? ''];
  const said: Status = {
    emoji: emoji || null,
    message: message || null,
    busy: availability === 'busy',
    until: lasts === undefined ? null : new Date(Date.parse(ctx.now) + lasts).toISOString(),
  };
  return after(ctx, await setStatus(ctx.store, ctx.viewer, said, ctx.now), ownStatus);
}

const after = (ctx: RestContext, outcome: Outcome<null>, read: (ctx: RestContext) => Promise<RestAnswer>) =>
  outcome.ok ? read(ctx) : refused(outcome);

/** AP-09.48: what waits for whoever asks. */
async function counts(ctx: RestContext): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const { viewer } = query.context;
  const [row] = await rowsOf(
    query,
    `SELECT count(*)::int AS assigned FROM work_item_people x JOIN ${ISSUE_FROM.replace('work_items w', 'work_items w ON w.id = x.work_item_id')} ` +
      `WHERE x.user_id = ${query.param(viewer.userId, 'bigint')} AND x.role = 'assignee' AND w.type = 'issue' AND w.state = 'opened' ` +
      `AND ${projectItemReadableSql(viewer, 'w', 'g', 'p')}`,
  );
  const { pending } = await ctx.store.personal.countTodos(ctx.viewer);
  const none = { merge_requests: 0, assigned_merge_requests: 0, review_requested_merge_requests: 0 };
  return { status: 200, body: { ...none, assigned_issues: row?.assigned, todos: pending } };
}

/** AP-09.49: for administrators, who are asked first. */
async function memberships(ctx: RestContext): Promise<RestAnswer> {
  if (!ctx.viewer.admin) return forbidden;
  const query = queryFor(ctx);
  const asked = new Asked(ctx);
  const id = userIdOf(ctx);
  const type = asked.word('type', ['Project', 'Namespace']);
  asked.check();
  const answer = await listAnswer(ctx, query, {
    owner: `(SELECT id FROM users WHERE id = ${query.param(id, 'bigint')}) owner`,
    from: `own_memberships_on(${query.now()}) m LEFT JOIN groups g ON g.id = m.group_id LEFT JOIN projects p ON p.id = m.project_id`,
    columns: 'm.*, coalesce(p.name, g.name) AS name',
    where: [
      'm.user_id = owner.id',
      ...(type === undefined ? [] : [`m.project_id IS ${type === 'Project' ? 'NOT ' : ''}NULL`]),
    ],
    order: { name: 'id', keys: [{ text: 'm.id', type: 'bigint' }] },
    json: {
      source_id: 'coalesce(a.project_id, a.group_id)',
      source_name: 'a.name',
      source_type: `CASE WHEN a.project_id IS NULL THEN 'Namespace' ELSE 'Project' END`,
      access_level: 'a.access_level',
    },
  });
  return answer === notFound ? noUser : answer;
}

const signedIn = (handle: (ctx: RestContext) => Promise<RestAnswer>) => (ctx: RestContext) =>
  ctx.viewer.userId === null ? unauthorized : handle(ctx);

const put = (name: string, handle: (ctx: RestContext) => Promise<RestAnswer>) =>
  write(name, async (ctx) => signedIn(handle)(ctx));

export const ownApiRoutes: readonly RestRoute[] = [
  { method: 'GET', pattern: 'user/preferences', handle: signedIn(preferences) },
  { method: 'PUT', pattern: 'user/preferences', handle: put('preferences', putPreferences) },
  { method: 'GET', pattern: 'user/status', handle: signedIn(ownStatus) },
  { method: 'PUT', pattern: 'user/status', handle: put('status', putStatus) },
  { method: 'GET', pattern: 'user_counts', handle: signedIn(counts) },
  { method: 'GET', pattern: 'users/:id/status', handle: signedIn(status) },
  { method: 'GET', pattern: 'users/:id/memberships', handle: signedIn(memberships) },
];

/** Under /-/: GitLab has no call for one's own profile. */
export const ownSiteRoutes: readonly RestRoute[] = [
  { method: 'GET', pattern: 'profile.json', handle: signedIn(profile) },
  { method: 'PUT', pattern: 'profile.json', handle: put('profile', putProfile) },
];
