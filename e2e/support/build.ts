import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the built product lies; another place for trying out a build that is not this repository's. */
const dist = process.env.E2E_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url));

export const built = {
  server: path.join(dist, 'server'),
  main: path.join(dist, 'server/main.js'),
  tokenTool: path.join(dist, 'server/tools/token.js'),
  replayTool: path.join(dist, 'replay/main.js'),
  linkTool: path.join(dist, 'server/tools/sign-in-link.js'),
} as const;
