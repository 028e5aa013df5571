/** Which components React draws anew. To be loaded before React, so by a test that imports everything else later: React tells the hook that it finds then, as it tells its developer tools. */

interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

/** React's sign of a component that was called. */
const CALLED = 1;

const seen = new Set<string>();

function nameOf(type: unknown): string {
  const inner = typeof type === 'object' && type !== null && 'type' in type ? type.type : type;
  return typeof inner === 'function' ? inner.name : '';
}

/** What React has not touched since the commit before has the same children in both. */
function walk(first: Fiber | null): void {
  for (let fiber = first; fiber !== null; fiber = fiber.sibling) {
    const { alternate, child, flags, type } = fiber;
    if (alternate !== null && (flags & CALLED) !== 0) seen.add(nameOf(type));
    if (alternate === null || child !== alternate.child) walk(child);
  }
}

Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_: unknown, { current }: { readonly current: Fiber }) => walk(current),
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
  },
});

/** The names of the components that were drawn anew meanwhile, of those that were there before. */
export async function drawnDuring(act: () => Promise<void>): Promise<ReadonlySet<string>> {
  seen.clear();
  await act();
  seen.delete('');
  return new Set(seen);
}
