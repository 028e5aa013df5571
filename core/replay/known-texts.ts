import { NOT_FOUND_TEXT, SERVER_FAULT_TEXT, UNREACHABLE_TEXT } from '../access/index.ts';
import { ROLE_NAMES } from '../access/roles.ts';
import { TOKEN_TEXTS } from '../access/tokens/slice.ts';
import { SIGN_IN_REFUSED, TOO_MANY_ATTEMPTS } from '../access/entry.ts';
import { CHECKLIST_TEXTS, taskConflict } from '../checklist/texts.ts';
import { EDITOR_TEXTS } from '../editor/texts.ts';
import { DELETE_TEXTS, EPIC_ERRORS, EPIC_TEXTS } from '../epic/rules/page.ts';
import { GROUP_TEXTS } from '../group/rules.ts';
import { KEEP_TEXTS } from '../keep/record.ts';
import { BLOCKERS_FAILED, LINK_TEXTS } from '../link/looks.ts';
import { linkFailure, LINKING_FAILED } from '../link/rules.ts';
import { NOTE_ERRORS } from '../note/rules.ts';
import { NOTE_TEXTS } from '../note/texts.ts';
import { NOTICE } from '../notice/index.ts';
import { DATES_ERROR } from '../roadmap/mutations.ts';
import { ROADMAP_ERRORS, SUGGESTION_ERRORS } from '../roadmap/texts.ts';
import { READING_ERRORS } from '../sidebar/queries.ts';
import { SIDEBAR_TEXTS } from '../sidebar/rules.ts';
import { SIDEBAR_ERRORS } from '../sidebar/rules/entries.ts';
import { CHILD_REMOVED, GROUPS_ERROR, removalFailure, TREE_ERRORS, WORK_ITEM_TREE_ERRORS } from '../tree/rules.ts';
import { MANAGE_TEXTS } from '../manage/texts.ts';
import { TEMPLATE_TEXTS } from '../template/texts.ts';
import { itemUpdateError, SEARCH_TEXTS, WORK_ITEM_TEXTS, WORK_ITEM_TYPES } from '../work-item/rules.ts';

/** What a log may contain unredacted. All other texts count as somebody's, a new field's from its first day; what reducers inspect is added here. */

/** Sentences of the product itself. They name nobody. */
const SENTENCES: ReadonlySet<string> = new Set(
  [
    NOTICE,
    TREE_ERRORS,
    WORK_ITEM_TREE_ERRORS,
    EPIC_TEXTS,
    EPIC_ERRORS,
    DELETE_TEXTS,
    GROUP_TEXTS,
    WORK_ITEM_TEXTS,
    SIDEBAR_ERRORS,
    READING_ERRORS,
    SIDEBAR_TEXTS,
    ROADMAP_ERRORS,
    SUGGESTION_ERRORS,
    LINK_TEXTS,
    NOTE_TEXTS,
    NOTE_ERRORS,
    EDITOR_TEXTS,
    TOKEN_TEXTS,
    TEMPLATE_TEXTS,
    MANAGE_TEXTS,
    KEEP_TEXTS,
    CHECKLIST_TEXTS,
    WORK_ITEM_TYPES.map(taskConflict),
    SEARCH_TEXTS,
    WORK_ITEM_TYPES.map(itemUpdateError),
    (['epic', 'issue'] as const).flatMap((kind) => [
      removalFailure(kind, undefined),
      removalFailure(kind, 404),
      linkFailure(kind, { status: 404, messages: [] }).message,
    ]),
    [
      NOT_FOUND_TEXT,
      SERVER_FAULT_TEXT,
      UNREACHABLE_TEXT,
      SIGN_IN_REFUSED,
      TOO_MANY_ATTEMPTS,
      GROUPS_ERROR,
      CHILD_REMOVED,
      BLOCKERS_FAILED,
      DATES_ERROR,
      LINKING_FAILED,
    ],
  ].flatMap((texts) => Object.values(texts).filter((text): text is string => typeof text === 'string')),
);

const isIn = (values: string): ((text: string) => boolean) => {
  const set = new Set(values.split(' '));
  return (text) => set.has(text);
};
const like =
  (pattern: RegExp): ((text: string) => boolean) =>
  (text) =>
    pattern.test(text);

const GLOBAL_ID = /^gid:\/\/gitlab\/[A-Za-z]+(?:::[A-Za-z]+)?\/\d+$/;
const ACTION_TYPE = /^[a-z][A-Za-z]*\/[a-z][A-Za-z]*$/;
const number = like(/^\d+$/);
const id = like(/^[\w-]{1,64}$/);
export const isDay = like(/^\d{4}-\d\d-\d\d$/);
const instant = like(/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/);
const colour = like(/^#[0-9a-f]{3,8}$/i);
const sentence = (text: string): boolean => SENTENCES.has(text);
const types = isIn('epic issue task incident test_case requirement objective key_result');
const sorts = like(/^(?:(?:[A-Z]+_)+(?:ASC|DESC)|(?:start|end)_date_(?:asc|desc))$/);

/** The same for several members. */
const each = (names: string, isKnown: (text: string) => boolean) =>
  Object.fromEntries(names.split(' ').map((name) => [name, isKnown]));

/** By the name of the member that holds the text, or of the list in which it stands. */
const BY_NAME: Readonly<Record<string, (text: string) => boolean>> = {
  origin: isIn('user server'),
  type: (text) =>
    types(text) || ACTION_TYPE.test(text) || text === 'not_found' || text === 'conflict' || text === 'message',
  kind: (text) =>
    ACTION_TYPE.test(text) ||
    /^(?:epic|issue|item|workItem|group|project|site|milestone|person|label|emoji|action|danger|warning|info|toast)$/.test(
      text,
    ),
  childType: types,
  role: (text) => Object.values(ROLE_NAMES).includes(text),
  // A page of labels, milestones or members, and what is changed on it (core/manage).
  noun: isIn(
    'labels milestones milestone cadences iterations iteration members templates settings newGroup newProject users profile preferences ' +
      'sessions plan sales',
  ),
  what: isIn(
    'save delete merge promote follow unfollow close reopen move archive unarchive restore ask approve deny leave withdraw unshare people groups entries ' +
      'block unblock ban unban deactivate activate hardDelete all start link unlink picture noPicture',
  ),
  types: isIn('EPIC ISSUE TASK INCIDENT TEST_CASE REQUIREMENT OBJECTIVE KEY_RESULT'),
  as: isIn('committed refused modal panel'),
  place: isIn('over'),
  // What a change invalidates: lists by their name and the item that they belong to, records and their fields (core/entities).
  invalidates: (text) => /^[a-zA-Z]+$/.test(text) || GLOBAL_ID.test(text.replace(/^[a-z]+\/| [a-zA-Z]+$/g, '')),
  state: isIn('opened closed all unstarted ongoing reopened merged locked'),
  status: isIn('idle loading ready missing failed sending queued sent unknown checking free asking'),
  healthStatus: isIn('onTrack needsAttention atRisk'),
  // How far a read has come (core/query).
  step: isIn('asked received missing failed left'),
  form: isIn('addEpic addIssue createEpic createIssue createWorkItem addWorkItem'),
  scope: isIn('tree links notes epic page api read_api'),
  scopes: isIn('api read_api'),
  linkType: isIn('relates_to blocks is_blocked_by'),
  pipeline: isIn('created preparing pending running success failed canceled skipped manual scheduled'),
  sort: sorts,
  by: isIn('iid id'),
  // The roadmap's view (core/roadmap/rules/view.ts) and its filters.
  range: isIn('CURRENT_QUARTER CURRENT_YEAR THREE_YEARS'),
  preset: isIn('QUARTERS MONTHS WEEKS'),
  progressBy: isIn('COUNT WEIGHT'),
  milestonesType: isIn('ALL GROUP SUBGROUP PROJECT'),
  // Of an item's activity.
  filter: isIn(
    'ALL_NOTES ONLY_COMMENTS ONLY_ACTIVITY own all active closed shares invitations requests shutOut admins',
  ),
  operator: isIn('= !='),
  value: isIn('TITLE DESCRIPTION true false'),
  // The sidebar's fields, parts, and where a date comes from (core/sidebar).
  field: isIn(
    'start due startDate dueDate weight progress assignees iteration labels milestone parent title description',
  ),
  // Of a form for title and description (core/text).
  fields: isIn('title description'),
  part: isIn('epic color ancestors participants labels'),
  tab: isIn('tree roadmap'),
  to: (text) => isIn('up down top bottom')(text) || types(text),
  way: isIn('undo redo'),
  // Closing and reopening (core/work-item/edits).
  event: isIn('close reopen'),
  list: isIn('groups projects subgroups'),
  visibility: isIn('private internal public'),
  widgets: isIn('assignees dates health hierarchy iteration labels milestone progress weight'),
  ...each('id mutationId key', id),
  ...each('iid number', number),
  ...each('color textColor', colour),
  ...each(
    'today date fixed inherited startDate dueDate startDateFixed dueDateFixed keptStart keptDue expiresAt',
    isDay,
  ),
  ...each('createdAt updatedAt closedAt mergedAt lastUsedAt lastActivityAt at', instant),
  ...each('text error', sentence),
};

/** Whether a text under a member of that name may stay as it is. */
export function isKnownText(name: string, text: string): boolean {
  if (text === '' || GLOBAL_ID.test(text)) return true;
  return Object.hasOwn(BY_NAME, name) && (BY_NAME[name]?.(text) ?? false);
}

/** Tables whose keys are paths, of which some look like ids. */
export const KEYED_BY_PATH: ReadonlySet<string> = new Set(['names']);

/** Members that mask instead of being replaced where the object is confidential. */
export const MASKED: ReadonlySet<string> = new Set(['title', 'description', 'descriptionHtml']);

/** Members whose texts are references, typed or given: `acme/app#7`, `&12`, an address. */
export const REFERENCES: ReadonlySet<string> = new Set(['reference', 'issuableRef', 'input', 'references']);

const isRoute = isIn(
  'epics issues work_items boards milestones labels roadmap links todos toggle_subscription preview_markdown realtime_changes new edit ' +
    'sign-in sign-out first-run password tokens session health help cable projects groups incident descendant_groups v4 settings templates members merge promote subscribe unsubscribe',
);
const isFirst = isIn('groups api help -');
/** The older addresses of issues have no border. */
const isOld = isIn('issues work_items incident');

/** Whether a segment of a path belongs to the product: routes, and the numbers behind them. */
export function isRouteSegment(segments: readonly string[], index: number): boolean {
  const segment = (segments[index] ?? '').replace(/\.json$/, '');
  if (index === 0) return isFirst(segment);
  if (segments[0] === 'help') return true;
  const known = isRoute(segment);
  if (segments[0] === 'api') return known || number(segment);
  const border = segments.indexOf('-');
  if (border >= 0 && index >= border) return segment === '-' || known || number(segment);
  const [before = '', after = ''] = [segments[index - 1], segments[index + 1]];
  return (isOld(segment) && number(after)) || (isOld(before) && number(segment));
}

/** Names and values of an address's query that belong to the product. */
export const isQueryName = isIn('search state sort label_name after before iid_path page tab scope');
export const isQueryValue = (name: string, value: string): boolean =>
  (name === 'state' && BY_NAME['state']?.(value) === true) ||
  (name === 'sort' && sorts(value.toUpperCase())) ||
  value === 'true';
