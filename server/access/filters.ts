import { neededLevel } from '@espalier/core/access';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Viewer } from './viewer.ts';

/**
 * Access as SQL, for use inside every query: what may not be seen is not selected. The texts hold only table aliases written in this
 * source and whole numbers from the database, never input; or, where a query has parameters, names of these numbers (`withNumbers`): then the
 * texts of all people who have signed in are one, and a connection prepares it once for them all.
 */

/** The roles that the table of core/access wants, as numbers: of confidential items the higher one of epics and issues, which today are the same. */
const CONFIDENTIAL = Math.max(
  neededLevel('readConfidentialEpic') ?? Infinity,
  neededLevel('readConfidentialIssue') ?? Infinity,
);
const CREATE_ISSUE = neededLevel('createIssue') ?? Infinity;

/** A table alias as it stands in the query. */
type Alias = string;

/** May the viewer see this group? Public: anyone; internal: signed in; private: members of it or of a group above. */
export function groupReadable(viewer: Viewer, g: Alias): RawBuilder<SqlBool> {
  return sql.raw<SqlBool>(groupReadableSql(viewer, g));
}

/** May the viewer see this project? By its own visibility, or as a member of it, its group or above. `g` is the alias of its group; without it the group is looked up. */
export function projectReadable(viewer: Viewer, p: Alias, g?: Alias): RawBuilder<SqlBool> {
  return sql.raw<SqlBool>(projectReadableSql(viewer, p, g));
}

/**
 * May the viewer see this work item? An epic follows its group, everything else its project; a confidential one wants Reporter or above,
 * and an item of a project also opens to its author and its assignees, unless its author is banned.
 * @param w alias of `work_items`
 * @param g alias of `groups`, joined by `w.group_id`
 * @param p alias of `projects` where it is joined (an outer join is fine)
 */
export function itemReadable(viewer: Viewer, w: Alias, g: Alias, p?: Alias): RawBuilder<SqlBool> {
  return sql.raw<SqlBool>(itemReadableSql(viewer, w, g, p));
}

/** AP-09.30: is this person, whose id stands in `column`, banned? The statement looks once who is, however many rows it asks. */
export const bannedSql = (column: string): string => `${column} = ANY((SELECT banned_users())::bigint[])`;

/** Is this item of a project hidden from all but administrators? */
export const hiddenSql = (w: Alias): string => bannedSql(`${w}.author_id`);

export function groupReadableSql(viewer: Viewer, g: Alias): string {
  if (viewer.admin) return 'TRUE';
  return or([openTo(viewer, g), memberOf(viewer, g, 0)]);
}

export function projectReadableSql(viewer: Viewer, p: Alias, g?: Alias): string {
  if (viewer.admin) return 'TRUE';
  const own = [openTo(viewer, p), projectMember(viewer, `${p}.id`, 0)];
  if (g !== undefined) return or([...own, memberOf(viewer, g, 0)]);
  const byGroup = memberOf(viewer, 'rg', 0);
  if (byGroup === 'FALSE') return or(own);
  return or([...own, `EXISTS (SELECT 1 FROM groups rg WHERE rg.id = ${p}.group_id AND ${byGroup})`]);
}

export function itemReadableSql(viewer: Viewer, w: Alias, g: Alias, p?: Alias): string {
  if (viewer.admin) return 'TRUE';
  const project =
    p !== undefined
      ? projectReadableSql(viewer, p, g)
      : `EXISTS (SELECT 1 FROM projects rp WHERE rp.id = ${w}.project_id AND ${projectReadableSql(viewer, 'rp', g)})`;
  const owner = `CASE WHEN ${w}.project_id IS NULL THEN ${groupReadableSql(viewer, g)} ELSE ${project} AND NOT ${hiddenSql(w)} END`;
  return `(${owner} AND (NOT ${w}.confidential OR ${confidentialReadable(viewer, w, g)}))`;
}

/** The same for a query that reads epics only: shorter, and friendlier to the planner. */
export function epicReadableSql(viewer: Viewer, w: Alias, g: Alias): string {
  if (viewer.admin) return 'TRUE';
  return `(${groupReadableSql(viewer, g)} AND (NOT ${w}.confidential OR ${memberOf(viewer, g, CONFIDENTIAL)}))`;
}

/** The same for a query that reads items of projects only. */
export function projectItemReadableSql(viewer: Viewer, w: Alias, g: Alias, p: Alias): string {
  if (viewer.admin) return 'TRUE';
  return `(${projectReadableSql(viewer, p, g)} AND NOT ${hiddenSql(w)} AND (NOT ${w}.confidential OR ${confidentialReadable(viewer, w, g)}))`;
}

function confidentialReadable(viewer: Viewer, w: Alias, g: Alias): string {
  if (viewer.userId === null) return 'FALSE';
  const mine = `(${w}.project_id IS NOT NULL AND ${mineSql(viewer, w)})`;
  return or([memberOf(viewer, g, CONFIDENTIAL), projectMember(viewer, `${w}.project_id`, CONFIDENTIAL), mine]);
}

const INTERNAL = neededLevel('readInternalNote') ?? Infinity;

/**
 * May this person, who need not be the viewer, see this work item, and what is internal there?
 * @param u alias of `users`
 * @param w alias of a row of `work_items` with its group's `g_ids` and `g_vis`
 * @param internal a condition
 * @param now SQL of the instant
 */
export function readableToSql(u: Alias, w: Alias, internal: string, now: string): string {
  const member = (level: number): string =>
    `EXISTS (SELECT 1 FROM memberships_on(${now}) m WHERE m.user_id = ${u}.id AND m.access_level >= ${level} ` +
    `AND (m.group_id = ANY(${w}.g_ids) OR m.project_id = ${w}.project_id))`;
  const visibility = `coalesce((SELECT rp.visibility FROM projects rp WHERE rp.id = ${w}.project_id), ${w}.g_vis)`;
  const assigned = `EXISTS (SELECT 1 FROM work_item_people wp WHERE wp.work_item_id = ${w}.id AND wp.role = 'assignee' AND wp.user_id = ${u}.id)`;
  const own = `(${w}.project_id IS NOT NULL AND (${w}.author_id = ${u}.id OR ${assigned}))`;
  return (
    `(${u}.admin OR ((${visibility} <> 'private' OR ${member(0)}) ` +
    `AND (${w}.project_id IS NULL OR NOT ${hiddenSql(w)}) ` +
    `AND (NOT ${w}.confidential OR ${member(CONFIDENTIAL)} OR ${own}) AND (NOT ${internal} OR ${member(INTERNAL)})))`
  );
}

/** Is the viewer the author, or an assignee, of this item of a project? */
export function mineSql(viewer: Viewer, w: Alias): string {
  if (viewer.userId === null) return 'FALSE';
  const me = meSql(viewer);
  return (
    `(${w}.author_id = ${me} OR EXISTS (SELECT 1 FROM work_item_people wp ` +
    `WHERE wp.work_item_id = ${w}.id AND wp.role = 'assignee' AND wp.user_id = ${me}))`
  );
}

/** May the viewer see all confidential epics of this group, whoever they are by? */
export const groupTrustedSql = (viewer: Viewer, g: Alias): string =>
  viewer.admin ? 'TRUE' : memberOf(viewer, g, CONFIDENTIAL);

/** The same of the items of a project and its group. */
export const projectTrustedSql = (viewer: Viewer, p: Alias, g: Alias): string =>
  viewer.admin ? 'TRUE' : or([memberOf(viewer, g, CONFIDENTIAL), projectMember(viewer, `${p}.id`, CONFIDENTIAL)]);

function openTo(viewer: Viewer, alias: Alias): string {
  return viewer.userId === null ? `${alias}.visibility = 'public'` : `${alias}.visibility IN ('public', 'internal')`;
}

/** Member with at least this level in the group or above it. */
const memberOf = (viewer: Viewer, g: Alias, level: number): string =>
  accessLevelSql(viewer, `${g}.traversal_ids`, level);

/** Member with at least this level in the project itself, whose id stands in `column`? */
export function projectMember(viewer: Viewer, column: string, level: number): string {
  const projects = memberships(viewer, 'projects', level);
  return projects === null ? 'FALSE' : `${column} = ANY(${projects})`;
}

/** The viewer's own id, of whoever has signed in. */
export const meSql = ({ userId, isNamed }: Viewer): string => (isNamed === true ? '@me@' : id(userId ?? NaN));

/** In which groups, or projects, the viewer is a member with at least this level; null: in none. */
function memberships(viewer: Viewer, which: 'groups' | 'projects', least: number): string | null {
  if (viewer.isNamed === true) return viewer.userId === null ? null : `@${which}_${least}@`;
  const ids = idsAtLeast(viewer, which, least);
  return ids.length === 0 ? null : `ARRAY[${ids.map(id).join(',')}]::bigint[]`;
}

function idsAtLeast({ levels, projectLevels }: Viewer, which: 'groups' | 'projects', least: number): number[] {
  return [...(which === 'groups' ? levels : projectLevels)].filter(([, level]) => level >= least).map(([key]) => key);
}

/** A text for a viewer whose numbers are named, with parameters in the places of the names. */
export function withNumbers(viewer: Viewer, text: string, param: (value: unknown, type: string) => string): string {
  const written = new Map<string, string>();
  return text.replace(/@(?:me|(groups|projects)_(\w+))@/g, (name, which?: 'groups' | 'projects', least?: string) => {
    const known = written.get(name);
    if (known !== undefined) return known;
    const place =
      which === undefined
        ? param(viewer.userId, 'bigint')
        : param(idsAtLeast(viewer, which, Number(least)), 'bigint[]');
    written.set(name, place);
    return place;
  });
}

/** A whole number as SQL text. Anything else is a mistake of ours and must not reach a query. */
function id(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError(`not an id: ${value}`);
  return String(value);
}

function or(conditions: readonly string[]): string {
  const real = conditions.filter((condition) => condition !== 'FALSE');
  return real.length === 0 ? 'FALSE' : `(${real.join(' OR ')})`;
}

/** Has the viewer at least this level in the group whose `traversal_ids` stand in `column`? */
export function accessLevelSql(viewer: Viewer, column: string, level: number): string {
  if (viewer.admin) return 'TRUE';
  const groups = memberships(viewer, 'groups', level);
  return groups === null ? 'FALSE' : `${column} && ${groups}`;
}

/** Has the viewer at least this level in the project, in its group or above? */
export const projectRoleSql = (viewer: Viewer, p: Alias, g: Alias, level: number): string =>
  or([memberOf(viewer, g, level), projectMember(viewer, `${p}.id`, level)]);

/** May the viewer make issues in this project: Guest or above in it, in its group or above? */
export function issueCreatableSql(viewer: Viewer, p: Alias, g: Alias): string {
  if (viewer.admin) return 'TRUE';
  return or([memberOf(viewer, g, CREATE_ISSUE), projectMember(viewer, `${p}.id`, CREATE_ISSUE)]);
}
