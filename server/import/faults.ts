/** One thing that is wrong with a file: where (`epics[12].parentId`; empty for the file itself) and what. */
export interface Fault {
  path: string;
  message: string;
}

/** How many faults are printed; the others are only counted. */
export const FAULTS_SHOWN = 20;
/** How many are kept: a large file may be wrong in every row. */
const FAULTS_KEPT = 1000;

/** A file that was refused. Nothing of it was written. */
export class ImportRefused extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[], total = faults.length) {
    super(describeFaults(faults, total).join('\n'));
    this.name = 'ImportRefused';
    this.faults = faults;
  }
}

/** Whoever started the import wants it no more. Nothing of it stays. */
export class ImportCancelled extends Error {
  override name = 'ImportCancelled';
  override message = 'The import was cancelled.';
}

/** Collects what is wrong with a file. */
export class Faults {
  readonly #kept: Fault[] = [];
  #total = 0;

  get count(): number {
    return this.#total;
  }

  add(path: string, message: string): void {
    this.#total += 1;
    if (this.#kept.length < FAULTS_KEPT) this.#kept.push({ path, message });
  }

  /** Throws `ImportRefused` where anything is wrong. */
  refuse(): void {
    if (this.#total > 0) throw new ImportRefused(this.#kept, this.#total);
  }
}

/** One line per fault, at most `FAULTS_SHOWN` of them, and the count of the rest. */
function describeFaults(faults: readonly Fault[], total: number): string[] {
  const lines = faults
    .slice(0, FAULTS_SHOWN)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const rest = total - lines.length;
  if (rest > 0) lines.push(`… and ${String(rest)} more ${rest === 1 ? 'fault' : 'faults'}.`);
  return lines;
}
