/** One thing that is wrong with a file: where (`epics[12].parentId`; empty for the file itself) and what. */
export interface Fault {
  path: string;
  message: string;
}

/** How many faults are printed; the others are only counted. */
export const FAULTS_SHOWN = 20;

/** A file that was refused. Nothing of it was written. */
export class ImportRefused extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(describeFaults(faults).join('\n'));
    this.name = 'ImportRefused';
    this.faults = faults;
  }
}

/** One line per fault, at most `FAULTS_SHOWN` of them, and the count of the rest. */
export function describeFaults(faults: readonly Fault[], shown = FAULTS_SHOWN): string[] {
  const lines = faults.slice(0, shown).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const rest = faults.length - lines.length;
  if (rest > 0) lines.push(`… and ${String(rest)} more ${rest === 1 ? 'fault' : 'faults'}.`);
  return lines;
}
