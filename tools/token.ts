import { tokenCommand } from '../server/admin/command-line.ts';

process.exitCode = await tokenCommand({
  args: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  out: console.log,
  err: process.stderr,
});
