/** Addresses of the product and back. Full paths have any depth: what comes before `/-/` is the path, what comes after it is the page. */
export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'sign-in' }
  | { readonly page: 'first-run' }
  | { readonly page: 'password' }
  | { readonly page: 'tokens' }
  | { readonly page: 'gallery' }
  | { readonly page: 'epics-help' }
  | { readonly page: 'group'; readonly groupPath: string }
  | { readonly page: 'epics'; readonly groupPath: string }
  | { readonly page: 'new-epic'; readonly groupPath: string }
  | { readonly page: 'epic'; readonly groupPath: string; readonly iid: string }
  | { readonly page: 'roadmap'; readonly groupPath: string }
  | WorkItemPageRoute
  | IssueListRoute
  | NewIssueRoute
  | ManagedRoute
  | SiteRoute
  | { readonly page: 'person'; readonly username: string }
  | { readonly page: 'unknown' };

/** `by`: what `number` counts, the project's items (`iid`) or all work items (`id`). */
export interface WorkItemPageRoute {
  readonly page: 'work-item';
  readonly groupPath: string;
  readonly projectPath: string;
  readonly by: 'iid' | 'id';
  readonly number: string;
}

/** `groupPath` is the group itself, or the one that the project belongs to. */
export interface IssueListRoute {
  readonly page: 'issues';
  readonly kind: 'group' | 'project';
  readonly fullPath: string;
  readonly groupPath: string;
}

/** The form of a new issue of a project. */
export interface NewIssueRoute {
  readonly page: 'new-issue';
  readonly groupPath: string;
  readonly projectPath: string;
}

/** Any other page of a group or project; `rest` is what stands behind its `/-/`. What it is `core/manage` says, if it is one. */
export interface ManagedRoute extends Omit<IssueListRoute, 'page'> {
  readonly page: 'managed';
  readonly rest: string;
}

/** The same of the whole site. */
export interface SiteRoute {
  readonly page: 'site';
  readonly noun: (typeof SITE)[number];
}

const UNKNOWN: Route = { page: 'unknown' };
const IID = /^[1-9][0-9]*$/;
const ITEM_PAGE = /^(issues|issues\/incident|work_items)\/([1-9][0-9]{0,14})$/;
const SITE = ['newGroup', 'users', 'profile', 'sessions', 'preferences'] as const;
const SEGMENT = /^[^/\s]+$/;
const EPICS_HELP = /^\/help\/user\/group\/epics(\/index(\.md|\.html)?)?$/;

export function routeOf(pathname: string, search = ''): Route {
  const path = decode(pathname).replace(/\/+$/, '');
  if (path === '') return { page: 'home' };
  if (path === '/-/sign-in') return { page: 'sign-in' };
  if (path === '/-/first-run') return { page: 'first-run' };
  if (path === '/-/password') return { page: 'password' };
  if (path === '/-/tokens') return { page: 'tokens' };
  if (path === '/-/gallery') return { page: 'gallery' };
  if (EPICS_HELP.test(path)) return { page: 'epics-help' };
  const noun = SITE.find((each) => paths[each] === path);
  if (noun !== undefined) return { page: 'site', noun };
  if (path === '/groups' || path === '/-') return UNKNOWN;
  if (path.startsWith('/groups/')) return groupRoute(path.slice('/groups/'.length));
  return projectRoute(path.slice(1), search);
}

function groupRoute(path: string): Route {
  const { owner, rest } = splitAtDash(path);
  if (!isFullPath(owner)) return UNKNOWN;
  if (rest === null) return { page: 'group', groupPath: owner };
  if (rest === 'roadmap') return { page: 'roadmap', groupPath: owner };
  if (rest === 'issues') return { page: 'issues', kind: 'group', fullPath: owner, groupPath: owner };
  const [area, iid, ...more] = rest.split('/');
  if (area !== 'epics' || more.length > 0)
    return { page: 'managed', kind: 'group', fullPath: owner, groupPath: owner, rest };
  if (iid === undefined) return { page: 'epics', groupPath: owner };
  if (iid === 'new') return { page: 'new-epic', groupPath: owner };
  return IID.test(iid) ? { page: 'epic', groupPath: owner, iid } : UNKNOWN;
}

/** A project's own address shows the list of its items. A single name is a person's. */
function projectRoute(path: string, search: string): Route {
  const { owner, rest } = splitAtDash(path);
  if (!isFullPath(owner) || owner.startsWith('-')) return UNKNOWN;
  const groupPath = owner.split('/').slice(0, -1).join('/');
  if (groupPath === '') return rest === null ? { page: 'person', username: owner } : UNKNOWN;
  if (rest === null || rest === 'issues' || rest === 'work_items') {
    return { page: 'issues', kind: 'project', fullPath: owner, groupPath };
  }
  if (rest === 'issues/new') return { page: 'new-issue', groupPath, projectPath: owner };
  const [, area, number] = ITEM_PAGE.exec(rest) ?? [];
  if (area === undefined || number === undefined)
    return { page: 'managed', kind: 'project', fullPath: owner, groupPath, rest };
  const byId = area === 'work_items' && !/[?&]iid_path=true(&|$)/.test(search);
  return { page: 'work-item', groupPath, projectPath: owner, by: byId ? 'id' : 'iid', number };
}

/** WI-14.2: an item that an address shows over its page; `projectPath` null: of whichever project. */
export interface ItemOver extends Pick<WorkItemPageRoute, 'by' | 'number'> {
  readonly projectPath: string | null;
}

/** WI-14.12: an epic that an address shows over its page. */
export interface EpicOver {
  readonly groupPath: string;
  readonly iid: string;
}

/** What an address shows over its page; null: nothing. An item goes before an epic. */
export function overIn(search: string, route: Route): ItemOver | EpicOver | null {
  return itemOver(search, route) ?? epicOver(search);
}

/** WI-14.12: `acme/web&3`, as it names an epic over a page. */
export const epicReference = ({ groupPath, iid }: EpicOver): string => `${groupPath}&${iid}`;

/** WI-14.12: the epic of a full reference. */
export function epicOf(reference: string): EpicOver | null {
  const [, groupPath = '', iid = ''] = /^(.+)&([1-9][0-9]{0,14})$/.exec(reference) ?? [];
  return isFullPath(groupPath) ? { groupPath, iid } : null;
}

/** WI-14.3: what a link names that opens it over the page; null: nothing. */
export function overNamed(name: string | null): ItemOver | EpicOver | null {
  if (name === null) return null;
  return /^\d+$/.test(name) ? { projectPath: null, by: 'id', number: name } : epicOf(name);
}

/** WI-17.1: the item or epic whose page this is; null: it is another one. */
export function pageNamed(route: Route): ItemOver | EpicOver | null {
  if (route.page === 'epic') return { groupPath: route.groupPath, iid: route.iid };
  return route.page === 'work-item' ? { projectPath: route.projectPath, by: route.by, number: route.number } : null;
}

function epicOver(search: string): EpicOver | null {
  const given = /[?&]epic=([^&]*)/.exec(search)?.[1];
  return given === undefined ? null : epicOf(decode(given));
}

/** WI-14.2: `?work_item_id=12`, or `?work_item_iid=7` of the page's own project. */
export function itemOver(search: string, route: Route): ItemOver | null {
  const param = (name: string) => new RegExp(`[?&]${name}=([1-9][0-9]{0,14})(?=&|$)`).exec(search)?.[1] ?? null;
  const [id, iid] = [param('work_item_id'), param('work_item_iid')];
  if (id !== null) return { projectPath: null, by: 'id', number: id };
  if (iid === null) return null;
  if (route.page === 'work-item') return { projectPath: route.projectPath, by: 'iid', number: iid };
  return route.page === 'issues' && route.kind === 'project'
    ? { projectPath: route.fullPath, by: 'iid', number: iid }
    : null;
}

/** The same query with this over its page, an item by its number of all, an epic by its full reference; null: with nothing. */
export function withOver(search: string, shown: string | null): string {
  const kept = search
    .replace(/^\?/, '')
    .split('&')
    .filter((each) => each !== '' && !/^(work_item_i?id|epic)=/.test(each));
  const param =
    shown === null ? [] : [/^\d+$/.test(shown) ? `work_item_id=${shown}` : `epic=${encodeURIComponent(shown)}`];
  const query = [...kept, ...param].join('&');
  return query === '' ? '' : `?${query}`;
}

function splitAtDash(path: string): { readonly owner: string; readonly rest: string | null } {
  const at = `${path}/`.indexOf('/-/');
  return at < 0 ? { owner: path, rest: null } : { owner: path.slice(0, at), rest: path.slice(at + 3) };
}

const isFullPath = (path: string) => path !== '' && path.split('/').every((part) => SEGMENT.test(part));

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

export const paths = {
  home: '/',
  signIn: '/-/sign-in',
  firstRun: '/-/first-run',
  password: '/-/password',
  tokens: '/-/tokens',
  gallery: '/-/gallery',
  group: (groupPath: string) => `/groups/${groupPath}`,
  epics: (groupPath: string) => `/groups/${groupPath}/-/epics`,
  newEpic: (groupPath: string) => `/groups/${groupPath}/-/epics/new`,
  issues: ({ kind, fullPath }: Pick<IssueListRoute, 'kind' | 'fullPath'>) =>
    `${kind === 'group' ? '/groups' : ''}/${fullPath}/-/issues`,
  newIssue: (projectPath: string) => `/${projectPath}/-/issues/new`,
  newGroup: '/groups/new',
  users: '/admin/users',
  profile: '/-/profile',
  sessions: '/-/profile/active_sessions',
  preferences: '/-/profile/preferences',
  roadmap: (groupPath: string) => `/groups/${groupPath}/-/roadmap`,
  epic: (groupPath: string, iid: string) => `/groups/${groupPath}/-/epics/${iid}`,
} as const;

/** The group that a page belongs to; null outside of groups. */
export const groupOf = (route: Route): string | null => ('groupPath' in route ? route.groupPath : null);

/** The page that asked for a sign-in, to come back to. */
export const signInFrom = (location: { readonly pathname: string; readonly search: string }): string =>
  location.pathname === paths.home && location.search === ''
    ? paths.signIn
    : `${paths.signIn}?return_to=${encodeURIComponent(location.pathname + location.search)}`;

/** Paths that the server answers itself although a browser asks for HTML: all of /-/ except the client's own pages there, and one-time sign-in links. */
export const SERVER_PAGES =
  /^\/api\/|^\/-\/(?!(sign-in|first-run|password|tokens|gallery|profile(\/(active_session|preference)s)?)$)|^\/-\/sign-in\?/;

/** The path of an address that the server gave with its host, so that the router can follow it without a reload. */
export const webPath = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '');
