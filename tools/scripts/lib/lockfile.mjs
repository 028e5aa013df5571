// Is package-lock.json complete for every platform, and free of addresses?

const REMEDY = 'Delete package-lock.json and run npm install.';

/** The folder of the lock in which Node finds `name` from the package at `from`, as Node looks it up; undefined where it is not there. */
export function resolveIn(packages, from, name) {
  for (let folder = from; ;) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (folder === '') return undefined;
    const nested = folder.lastIndexOf('/node_modules/');
    folder = nested >= 0 ? folder.slice(0, nested) : '';
  }
}

/**
 * The faults of a lock, as sentences. npm sometimes writes a lock that lacks the binaries of other platforms, or a package below a nested
 * one: `npm ci` then fails elsewhere, or the program at run time.
 */
export function lockFaults(lock) {
  const packages = lock.packages ?? {};
  const faults = [];
  for (const [folder, entry] of Object.entries(packages)) {
    // npm notes some optional peers as extraneous and installs them nowhere.
    if (entry.link || entry.extraneous) continue;
    if (typeof entry.resolved === 'string' && /^(https?|git[+@:])/.test(entry.resolved)) {
      faults.push(
        `${folder} names an address (${entry.resolved.split('/')[0]}//…): keep \`omit-lockfile-registry-resolved\` in .npmrc.`,
      );
    }
    for (const kind of ['dependencies', 'optionalDependencies']) {
      for (const name of Object.keys(entry[kind] ?? {})) {
        if (resolveIn(packages, folder, name)) continue;
        const what = kind === 'dependencies' ? 'needs' : 'may need, on another platform,';
        faults.push(`${folder || 'the project'} ${what} ${name}, which has no entry. ${REMEDY}`);
      }
    }
  }
  return faults;
}
