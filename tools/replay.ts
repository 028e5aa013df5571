import { replayCommand } from './replay/command.ts';

process.exitCode = await replayCommand({
  args: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  out: console.log,
  err: console.error,
});
