// A Chromium for the end-to-end tests: found, or fetched.
import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { canUseApt, inPath, isProgram } from './find.mjs';
import { run, runTool } from './process.mjs';

/** Chromium without windows: opening a page takes it a tenth of the processor time. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'];
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const INSTALLED = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const PLAYWRIGHT_PROGRAMS = new Set([
  'chrome',
  'chrome.exe',
  'headless_shell',
  'headless_shell.exe',
  'chrome-headless-shell',
  'chrome-headless-shell.exe',
  'Chromium',
  'Google Chrome for Testing',
]);

function playwrightFolder() {
  const set = process.env.PLAYWRIGHT_BROWSERS_PATH;
  if (set && set !== '0') return set;
  if (process.platform === 'darwin') return path.join(os.homedir(), 'Library/Caches/ms-playwright');
  if (process.platform === 'win32') return path.join(process.env.LOCALAPPDATA ?? os.homedir(), 'ms-playwright');
  return path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'ms-playwright');
}

/** Programs below a folder of Playwright's browsers, newest revision first. */
export function playwrightBrowsers(folder = playwrightFolder()) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith('chromium'))
    .sort((a, b) => Number(b.split('-').pop()) - Number(a.split('-').pop()))
    .flatMap((name) => {
      const inside = path.join(folder, name);
      return readdirSync(inside, { recursive: true })
        .map((file) => path.join(inside, String(file)))
        .filter((file) => PLAYWRIGHT_PROGRAMS.has(path.basename(file)) && isProgram(file));
    });
}

/** A program that is there may still lack the libraries it needs. */
const starts = async (program) => (await run(program, ['--version', '--no-sandbox'], { collect: true })).code === 0;

async function firstThatStarts(programs) {
  for (const program of programs) {
    if (program && (await starts(program))) return program;
  }
  return undefined;
}

const isShell = (program) => SHELLS.includes(path.basename(program, '.exe'));

const findShell = () => firstThatStarts([inPath(SHELLS), ...playwrightBrowsers().filter(isShell)]);

/** A Chromium with windows. */
const findWindowed = () =>
  firstThatStarts([
    inPath(NAMES),
    ...INSTALLED.filter(isProgram),
    ...playwrightBrowsers().filter((it) => !isShell(it)),
  ]);

/** `tests` runs them, `pictures` is what pictures are compared in: their letters are those of a Chromium with windows. */
async function findChromium() {
  const windowed = await findWindowed();
  const tests = (await findShell()) ?? windowed;
  return tests && { tests, pictures: windowed ?? tests };
}

/** On a machine for tests both are worth their download. */
async function installBoth() {
  const quiet = { toStderr: true, env: { DEBIAN_FRONTEND: 'noninteractive' }, timeout: 180_000 };
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'chromium-headless-shell'];
  console.error("Installing Debian's chromium and chromium-headless-shell …");
  if ((await run('apt-get', install, quiet)).code === 0) return;
  await run('apt-get', ['update', '-qq'], quiet);
  await run('apt-get', install, quiet);
}

/** The paths of Chromium, installed where there was none; undefined, with an explanation printed, where that fails. */
export async function ensureChromium() {
  const own = process.env.CHROMIUM_PATH;
  if (own && isProgram(own)) return { tests: own, pictures: own };
  if (own) {
    console.error(`CHROMIUM_PATH is ${own}, which is not a program.`);
    return undefined;
  }
  const hasBoth = async () => (await findShell()) && (await findWindowed());
  if (process.env.CI === 'true' && canUseApt() && !(await hasBoth())) await installBoth();
  const found = await findChromium();
  if (found) return found;
  console.error('No Chromium found: fetching the one of Playwright …');
  await runTool('playwright-core/cli.js', ['install', '--only-shell', 'chromium'], {
    toStderr: true,
    timeout: 240_000,
  });
  const fetched = await findChromium();
  if (fetched) return fetched;
  if (canUseApt()) {
    console.error("Installing Debian's chromium …");
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { toStderr: true, env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { toStderr: true, env });
    const installed = await findChromium();
    if (installed) return installed;
  }
  console.error(
    'The end-to-end tests need a Chromium. Install one (Debian: `apt-get install chromium`, or `npx playwright-core install',
  );
  console.error(
    '--with-deps --only-shell chromium`), or name one that is there: CHROMIUM_PATH=/path/to/chrome npm test',
  );
  return undefined;
}
