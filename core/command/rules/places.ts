import type { WorkItem } from '../../work-item/entity.ts';
import { groupOf, paths, routeOf } from '../../frame/route.ts';
import { type ReferenceToken, fullReference, parseReference } from '../../work-item/rules.ts';

export type PlaceKind = 'group' | 'project' | 'epic' | 'issue';

export interface Place {
  readonly kind: PlaceKind;
  /** Path of its page, without a host. */
  readonly path: string;
  readonly title: string;
  /** `group&12`, `group/project#7`; of a group or project its full path. */
  readonly reference: string;
}

/** RP-02.176: confidential items are remembered by their references alone. */
export const itemPlace = (
  kind: 'epic' | 'issue',
  { title, reference, webPath, confidential }: Pick<WorkItem, 'title' | 'reference' | 'webPath' | 'confidential'>,
): Place => ({ kind, path: webPath, title: confidential ? reference : title, reference });

export const groupPlace = (fullPath: string, title: string): Place => ({
  kind: 'group',
  path: paths.group(fullPath),
  title,
  reference: fullPath,
});

export interface Here {
  /** Full path of the group of the page; empty outside of groups. */
  readonly groupPath: string;
  readonly projectPath: string | null;
  /** `https://host[:port]` of this server. */
  readonly origin: string;
}

const pathOf = (kind: 'epic' | 'issue', path: string, iid: number): string =>
  kind === 'epic' ? paths.epic(path, String(iid)) : `${paths.issues({ kind: 'project', fullPath: path })}/${iid}`;

/** RP-02.171: whether what was typed is a reference or an address of this server; null: it is neither, or it names no owner and none is at hand. */
export function placeOfReference(typed: string, { groupPath, projectPath, origin }: Here): Place | null {
  const text = typed.trim();
  if (!/[&#]|^https?:\/\//.test(text)) return null;
  const context = { kind: 'epic' as const, groupPath, origin, ...(projectPath === null ? {} : { projectPath }) };
  const found: ReferenceToken = parseReference(text, context);
  if (!found.ok || found.path === null || found.path === '') return null;
  const reference = fullReference(found.kind, found.path, found.iid);
  return { kind: found.kind, path: pathOf(found.kind, found.path, found.iid), title: reference, reference };
}

/** A stored place; null if it is not one. */
export function placeFrom(value: unknown): Place | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kind, path, title, reference } = value as Partial<Record<keyof Place, unknown>>;
  const kinds: readonly unknown[] = ['group', 'project', 'epic', 'issue'];
  if (!kinds.includes(kind) || typeof path !== 'string' || typeof title !== 'string' || typeof reference !== 'string')
    return null;
  // A path that begins with two slashes would lead to another server.
  return /^\/(?!\/)/.test(path) ? { kind: kind as PlaceKind, path, title, reference } : null;
}

/** RP-02.174: full path of the group that a page belongs to, of a project's page the project's group; null outside of groups. */
export const groupOfPath = (webPath: string): string | null => groupOf(routeOf(webPath));

/** Full path of the project of a page; null elsewhere. */
export function projectOfPath(webPath: string): string | null {
  const route = routeOf(webPath);
  if (route.page === 'issues') return route.kind === 'project' ? route.fullPath : null;
  return route.page === 'work-item' ? route.projectPath : null;
}
