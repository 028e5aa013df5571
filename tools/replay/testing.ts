import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlanner, noticeActions, treeActions, type Action } from '@espalier/core';
import { record } from '@espalier/core/replay';
import { FakePorts } from '@espalier/core/testing';
import { replayCommand } from './command.ts';

/** Five actions; after the fourth two notices have the same id. */
function session(): string {
  const recording = record({ session: 'k3f8', viewer: 'ada', timeZone: 'Europe/Vienna', hashEvery: 1 });
  const { store, dispose } = createPlanner(new FakePorts().ports, { middleware: [recording.middleware] });
  const act = (action: Action) => store.dispatch(action as { readonly type: string });
  const raise = (id: string, words: string) => {
    act({ ...noticeActions.raised({ kind: 'info', text: words }), meta: { origin: 'user', id } });
  };
  act(treeActions.labelsToggled());
  raise('n1', 'Marmalade is ready');
  act(treeActions.labelsToggled());
  raise('n1', 'Kaleidoscope broke');
  raise('n2', 'Umbrella closed');
  dispose();
  return recording.text();
}

/**
 * A person's terminal, in every test in a directory of its own, which is also where the repository seems to be; `log.jsonl` is there. `begin` is told
 * the directory and the log's text.
 */
export function replayTerminal(begin: (home: string, log: string) => void) {
  let home = '';
  let text = '';
  beforeAll(() => {
    text = session();
  });
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'espalier-replay-'));
    writeFileSync(join(home, 'log.jsonl'), text);
    begin(home, text);
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const file = (name: string): string => readFileSync(join(home, name), 'utf8');
  async function run(...args: string[]) {
    const out: string[] = [];
    const err: string[] = [];
    const code = await replayCommand({
      args,
      env: {},
      cwd: home,
      out: (line) => out.push(line),
      err: (line) => err.push(line),
    });
    return { code, out: out.join('\n'), err: err.join('\n') };
  }
  return { file, run };
}
