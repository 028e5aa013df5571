import type { RestMethod, RestRoute } from './types.ts';

/** A route that fits a path, with its decoded parameters. */
export interface RouteMatch {
  readonly route: RestRoute;
  readonly params: Record<string, string>;
}

/** What a path is: one of our routes, a route with other methods, or nothing we know. */
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

/** Null where a part cannot be decoded or holds a NUL, which no value in the database can. */
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
