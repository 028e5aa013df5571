import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { openTestServer } from '../../graphql/testing.ts';
import { routes } from '../../routes.ts';
import { makeRouter } from '../router.ts';
import { ABSENT, CALLS, PARTS } from './calls.ts';

const FILE = fileURLToPath(new URL('../../../docs/rest.md', import.meta.url));

const HEAD = `# REST: GitLab's calls

What GitLab 16.2 documents of the things that there are here, and which of it this server answers under \`/api/v4/\`. Bodies are JSON, forms or \`multipart/form-data\`; lists have GitLab's headers, and come by keyset with \`pagination=keyset\`. Where an answer differs, [deviations.md](deviations.md) says so.

This page is made from the router: \`REST_DOC=write npm run jest -- --selectProjects server -- server/rest/documented\`; a test fails where it is stale.
`;

/** The same call with the names of its parameters left out, in which ours differ. */
const bare = (call: string): string => call.replaceAll(/:\w+/g, ':');

test('AP-05.180 AP-05.208 docs/rest.md says of every call whether it is here, as the router does, and why not', async () => {
  const server = await openTestServer();
  const ours = routes.api.map(({ method, pattern }) => `${method} ${pattern}`);
  const api = makeRouter(routes.api);
  const isHere = (call: string): boolean => {
    const [method = 'GET', path = ''] = call.split(' ');
    const found = api(method, path.replaceAll(/:\w+/g, '1'));
    if (found !== null && 'route' in found) return true;
    // Tokens are answered beside the router, and those of oneself by `:id`.
    const url = `/api/v4/${path.replace(/self$/, ':id')}`;
    return server.app.hasRoute({ method: method as 'GET', url });
  };
  const all = Object.values(CALLS).flat();
  const why = (page: string, call: string): string | undefined => ABSENT[call] ?? ABSENT[page];
  const word = (page: string, call: string): string => {
    if (!isHere(call)) return `not here: ${why(page, call)}`;
    return PARTS[call] === undefined ? 'here' : `part: ${PARTS[call]}`;
  };
  const known = new Set(all.map(bare));
  const more = ours.filter((call) => !known.has(bare(call))).sort();
  const table = (lines: readonly string[]): string => ['| call | |', '| --- | --- |', ...lines].join('\n');
  const rows = (page: string, calls: readonly string[]) => calls.map((call) => `| \`${call}\` | ${word(page, call)} |`);
  const parts = Object.entries(CALLS).map(([page, calls]) => `## ${page}\n\n${table(rows(page, calls))}\n`);
  const own = `## Beside these\n\nOlder forms, and calls that GitLab does not have.\n\n${more.map((call) => `- \`${call}\``).join('\n')}\n`;
  const here = all.filter(isHere).length;
  const text = [HEAD, `Of ${all.length} calls ${here} are here.\n`, ...parts, own].join('\n');
  await server.close();
  const page = await format(text, { ...(await resolveConfig(FILE)), filepath: FILE });
  if (process.env['REST_DOC'] === 'write') writeFileSync(FILE, page);
  expect(readFileSync(FILE, 'utf8')).toBe(page);
  expect(Object.keys(PARTS).filter((call) => !all.includes(call) || !isHere(call))).toEqual([]);
  // AP-05.208
  const absent = Object.entries(CALLS).flatMap(([page, calls]) => calls.map((call) => [page, call] as const));
  expect(absent.filter(([page, call]) => !isHere(call) && why(page, call) === undefined)).toEqual([]);
  expect(
    Object.keys(ABSENT).filter((name) => CALLS[name]?.every(isHere) ?? (!all.includes(name) || isHere(name))),
  ).toEqual([]);
}, 60_000);
