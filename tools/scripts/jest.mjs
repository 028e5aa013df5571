// Runs jest with the flag its ES modules need: `npm run jest -- --selectProjects core -- core/tree`.
import { ensureInstalled } from './lib/install.mjs';
import { JEST_FLAGS } from './lib/jest.mjs';
import { handleSignals, runTool } from './lib/process.mjs';

handleSignals();
await ensureInstalled();
const { code } = await runTool('jest/bin/jest.js', process.argv.slice(2), { nodeFlags: JEST_FLAGS });
process.exit(code);
