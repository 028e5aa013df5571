/** Parts of the state in which nothing is on its way to the server: confirmed data, versions, and notices. */
const NOT_SEARCHED: ReadonlySet<string> = new Set(['confirmed', 'versions', 'pending', 'notice']);
/** Forms say that they are being sent by a flag or by their status. */
const FLAGS: ReadonlySet<string> = new Set(['submitting', 'sending']);

const known = new WeakMap<object, boolean>();

const says = (name: string, value: unknown): boolean =>
  FLAGS.has(name) ? value === true : value === 'sending' && name === 'status';

function sends(part: object): boolean {
  const before = known.get(part);
  if (before !== undefined) return before;
  const found = Object.entries(part).some(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? sends(value) : says(name, value),
  );
  known.set(part, found);
  return found;
}

/** RP-02.25: something was changed here and the server has not answered yet. New domains are covered as long as they name their flags like the others. */
export const selectUnsaved = (state: { readonly pending: readonly unknown[] }): boolean =>
  state.pending.length > 0 ||
  Object.entries(state).some(
    ([name, part]) => !NOT_SEARCHED.has(name) && typeof part === 'object' && part !== null && sends(part as object),
  );
