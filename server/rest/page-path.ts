/** The two halves of a page's path: whose page it is, and which. */
export interface PagePath {
  readonly kind: 'group' | 'project';
  /** Full path of the group or project, decoded, without slashes at its ends. */
  readonly groupPath: string;
  /** What follows `/-/`, without a leading slash, not decoded; empty for the group's or project's own page. */
  readonly rest: string;
}

/**
 * Splits the path of a page. `/groups/<full path>/-/<rest>` belongs to a group, `/<full path>/-/<rest>` to a project; full paths may be of
 * any depth. Null for what is neither: no `/-/`, or a path that no group can have.
 */
export function splitPagePath(pathname: string): PagePath | null {
  const cut = pathname.indexOf('/-/');
  if (cut <= 0) return null;
  const owner = pathname.slice(1, cut);
  const rest = pathname.slice(cut + 3).replace(/\/+$/, '');
  const kind = owner.startsWith('groups/') ? 'group' : 'project';
  const groupPath = decodePath(kind === 'group' ? owner.slice('groups/'.length) : owner);
  // `groups` alone is the beginning of a group's page without its group, never a project.
  if (groupPath === null || groupPath === '' || owner === 'groups') return null;
  return { kind, groupPath, rest };
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
