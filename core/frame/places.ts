/** A group or a project as readings name it. */
export interface NamedPlace {
  readonly fullPath: string;
  /** Names from the top group down, `Kubernetes / SIG Node`. */
  readonly fullName: string;
}

/** RP-03.402: the names of the place and of every group above it, by path in lower case; none where names and path do not pair. */
export function namesAlong({ fullPath, fullName }: NamedPlace): (readonly [path: string, name: string])[] {
  const parts = fullPath.split('/');
  const names = fullName.split(' / ');
  if (parts.length !== names.length) return [];
  return names.map((name, at) => [
    parts
      .slice(0, at + 1)
      .join('/')
      .toLowerCase(),
    name,
  ]);
}
