/**
 * Planted bugs. Each is a few words of the core put wrong, in the way in which such words go wrong; the simulation has to find every one of them, or, where
 * nothing that it looks at is wrong then, the tests of a folder. They are applied while the simulation is built or the tests are read, never to the files. The
 * code says where: `// mutant: <name>` stands alone on the line above the statement, property, argument or expression that the bug changes.
 */
export type Mutant = Change & {
  readonly name: string;
  readonly about: string;
  /** The folders whose tests find it. Absent: the simulation does. */
  readonly tests?: readonly string[];
  /** A second place, where only both together are the bug. Its marker is `// mutant: <name>, also`. */
  readonly also?: Change;
};

/** What becomes of the code below the marker. Words stand in it exactly once. */
export type Change =
  | { readonly replace: readonly [words: string, others: string] }
  | { readonly swap: readonly [words: string, others: string] }
  /** All of it. */
  | { readonly instead: string }
  | { readonly drop: true }
  /** The code stays, and this comes after it. */
  | { readonly then: string };
