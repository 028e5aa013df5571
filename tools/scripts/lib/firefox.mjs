// A Firefox for the smoke run: found, or installed where packages of Debian can be.
import { canUseApt, inPath, isProgram } from './find.mjs';
import { run } from './process.mjs';

const NAMES = ['firefox-esr', 'firefox'];
const INSTALLED = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

const find = () => inPath(NAMES) ?? INSTALLED.find(isProgram);

/** Its path; undefined where there is none. Only a machine for tests gets one installed. */
export async function ensureFirefox() {
  const own = process.env.FIREFOX_PATH;
  if (own && isProgram(own)) return own;
  if (own) console.error(`FIREFOX_PATH is ${own}, which is not a program.`);
  const found = find();
  if (found || process.env.CI !== 'true' || !canUseApt()) return found;
  console.error("Installing Debian's firefox-esr …");
  const quiet = { toStderr: true, env: { DEBIAN_FRONTEND: 'noninteractive' }, timeout: 180_000 };
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'firefox-esr'];
  if ((await run('apt-get', install, quiet)).code !== 0) {
    await run('apt-get', ['update', '-qq'], quiet);
    await run('apt-get', install, quiet);
  }
  return find();
}
