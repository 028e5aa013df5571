import { importCommand } from '../server/admin/command-line.ts';

process.exitCode = await importCommand({
  args: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  out: console.log,
  err: process.stderr,
});
