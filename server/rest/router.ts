import type { RestMethod, RestRoute } from './types.ts';

/** A route that matches a path, with its decoded parameters. */
export interface RouteMatch {
  readonly route: RestRoute;
  readonly params: Record<string, string>;
}

/** What a path leads to: a route, a route that allows other methods only, or (null) nothing. */
export type Lookup = RouteMatch | { readonly allowed: readonly RestMethod[] } | null;

export type Router = (method: string, path: string) => Lookup;

interface Compiled {
  readonly route: RestRoute;
  readonly names: readonly string[];
  readonly expression: RegExp;
  readonly rank: string;
}

/**
 * Compiles patterns such as `epics/:iid/links/:id` and `epics/:iid.json`. Paths are matched before decoding, so that a parameter may hold
 * an encoded slash (`groups/a%2Fb`). The more literal pattern wins, whatever the order of registration.
 */
export function makeRouter(routes: readonly RestRoute[]): Router {
  const compiled = routes.map(compile).sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
  return (method, path) => {
    const allowed: RestMethod[] = [];
    const wanted = method === 'HEAD' ? 'GET' : method;
    for (const { route, names, expression } of compiled) {
      const found = expression.exec(path);
      if (!found) continue;
      const params = decodeParams(names, found.slice(1));
      if (params === null) return null;
      if (route.method === wanted) return { route, params };
      allowed.push(route.method);
    }
    return allowed.length > 0 ? { allowed } : null;
  };
}

function compile(route: RestRoute): Compiled {
  const names: string[] = [];
  const parts = route.pattern.split('/').map((part) => {
    const [, name, suffix] = /^:(\w+)(\.\w+)?$/.exec(part) ?? [];
    if (name === undefined) return { rank: '0', text: escape(part) };
    names.push(name);
    return suffix === undefined ? { rank: '2', text: '([^/]+)' } : { rank: '1', text: `([^/]+)${escape(suffix)}` };
  });
  const expression = new RegExp(`^${parts.map(({ text }) => text).join('/')}$`);
  return { route, names, expression, rank: parts.map(({ rank }) => rank).join('') };
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Null where a part cannot be decoded, or contains a NUL, which no database value can hold. */
function decodeParams(names: readonly string[], values: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  try {
    names.forEach((name, index) => {
      params[name] = decodeURIComponent(values[index] ?? '');
    });
  } catch {
    return null;
  }
  return Object.values(params).some((value) => value.includes('\0')) ? null : params;
}

/** The two halves of a page's path: its owner, and which of the owner's pages it is. */
export interface PagePath {
  readonly kind: 'group' | 'project';
  /** Full path of the group or project, decoded, without slashes at its ends. */
  readonly groupPath: string;
  /** What follows `/-/`, without a leading slash, not decoded; empty for the group's or project's own page. */
  readonly rest: string;
}

/**
 * Splits the path of a page. `/groups/<full path>/-/<rest>` belongs to a group, `/<full path>/-/<rest>` to a project; full paths can be of
 * any depth. Null for anything else: no `/-/`, or a path that no group can have.
 */
export function splitPagePath(pathname: string): PagePath | null {
  const cut = pathname.indexOf('/-/');
  if (cut <= 0) return null;
  const owner = pathname.slice(1, cut);
  const rest = pathname.slice(cut + 3).replace(/\/+$/, '');
  const kind = owner.startsWith('groups/') ? 'group' : 'project';
  const groupPath = decodePath(kind === 'group' ? owner.slice('groups/'.length) : owner);
  // `groups` on its own is a group's page without the group, never a project.
  if (groupPath === null || groupPath === '' || owner === 'groups') return null;
  return { kind, groupPath, rest };
}

/** The same of a project's calls that have no `/-/` (IE-08.43). */
export function splitBarePath(pathname: string): PagePath | null {
  const [, owner = '', rest] =
    /^\/(?!groups\/)(.+?)\/(description_templates\/names\/[^/]+|templates\/[^/]+\/[^/]+)$/.exec(pathname) ?? [];
  const groupPath = decodePath(owner);
  return rest === undefined || groupPath === null ? null : { kind: 'project', groupPath, rest };
}

/** Decodes a full path; null where it is malformed or holds a part no group can have. */
export function decodePath(encoded: string): string | null {
  try {
    const decoded = decodeURIComponent(encoded);
    const valid = decoded.split('/').every((part) => part !== '' && part !== '-' && !part.includes('\0'));
    return valid ? decoded : null;
  } catch {
    return null;
  }
}
