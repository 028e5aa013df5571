/**
 * Planted bugs. Each is a few words of the core put wrong, in the way in which such words go wrong; the simulation has to find every one of them. They
 * are applied while the simulation is built, never to the files: `find` must stand in the file exactly once, or the build fails.
 */
export interface Mutant {
  readonly name: string;
  /** From the root of the repository. */
  readonly file: string;
  readonly about: string;
  readonly find: string;
  readonly put: string;
  /** A second place, where the bug needs one. */
  readonly also?: { readonly find: string; readonly put: string };
  /** A place in another file, where only both together are a bug. */
  readonly elsewhere?: { readonly file: string; readonly find: string; readonly put: string };
}
