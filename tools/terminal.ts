/** What the commands of the server's administration are given of the process. */
export const terminal = {
  args: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  out: console.log,
  err: process.stderr,
};
