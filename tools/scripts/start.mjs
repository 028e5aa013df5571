// `npm start`: installs and builds what is missing or old, then becomes the server. Only Node's own modules are needed to get here.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { become } from './lib/process.mjs';

await ensureInstalled();
const code = await ensureBuilt(['server', 'client']);
if (code !== 0) process.exit(code);
await become('dist/server/main.js', process.argv.slice(2));
