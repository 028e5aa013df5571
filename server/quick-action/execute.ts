import {
  actionNamed,
  type Command,
  type CommandsOutcome,
  type Intent,
  notApplied,
  readCommand,
  sentenceOf,
} from '@espalier/core/quick-action/rules';
import type { Change } from '../command/change.ts';
import { hiddenText, refuse, runCommand } from '../command/outcome.ts';
import { carryOut } from './carry-out.ts';
import type { ActionCall } from './lookup.ts';

/** Characters: no command needs more, and what is answered repeats them. */
const ARGUMENT_MAX = 2_000;

/** So many commands are carried out at once, and what is said of more. */
export const COMMANDS_MAX = 30;
const TOO_MANY = `At most ${COMMANDS_MAX} quick actions can be carried out at once.`;

/** WI-10.123: takes the lock of the hierarchy, unless all commands are the person's own; too many are refused. */
export async function lockFor(change: Change, commands: readonly Command[]): Promise<void> {
  if (commands.length > COMMANDS_MAX) refuse(422, TOO_MANY);
  if (!commands.every(({ name }) => actionNamed(name)?.right === 'own')) await change.lock();
}

export interface RunOutcome extends CommandsOutcome {
  /** What was done, as it was read. */
  readonly applied: readonly Intent[];
}

/**
 * WI-10.120: carries commands out one after the other, each a change of its own within the transaction that is open: one that is refused leaves the others
 * as they are. The hierarchy lock must be held, unless all of them are the person's own.
 */
export async function runCommands({
  itemId,
  commands,
  ...call
}: Omit<ActionCall, 'item'> & { itemId: number; commands: readonly Command[] }): Promise<RunOutcome> {
  const done: string[] = [];
  const refused: string[] = [];
  const applied: Intent[] = [];
  for (const command of commands) {
    const item = (await call.store.items.byId(call.viewer, [itemId])).get(itemId);
    const came = item === undefined ? notApplied(nameOf(command)) : await run({ ...call, item }, command);
    if (typeof came === 'string') refused.push(came);
    else {
      applied.push(came.intent);
      done.push(came.text);
      refused.push(...came.beside);
    }
  }
  return { done, refused, applied };
}

const nameOf = ({ name }: Command): string => actionNamed(name)?.name ?? name;

interface Done {
  readonly intent: Intent;
  readonly text: string;
  /** What part of it was not done. */
  readonly beside: readonly string[];
}

/** One command. A text: why it was refused. */
async function run(call: ActionCall, command: Command): Promise<Done | string> {
  const { item, now } = call;
  if (command.argument.length > ARGUMENT_MAX) return notApplied(nameOf(command));
  const intent = readCommand(command, item.type, { today: now.slice(0, 10) });
  if (typeof intent === 'string') return intent;
  const name = nameOf(command);
  const { type, state, confidential, discussion_locked: locked, zoom_link: zoomLink } = item;
  if (actionNamed(name)?.applies?.({ type, state, confidential, locked, zoomLink }) === false) return notApplied(name);
  const outcome = await runCommand(call.store, async (store) => {
    const came = await carryOut({ ...call, store }, intent);
    return came.ok ? came.value : refuse(came.status, ...came.errors);
  });
  if (!outcome.ok) return refusalText(name, outcome);
  const { said = intent, beside = [] } = outcome.value;
  return { intent, text: sentenceOf(said, item.type, 'done'), beside };
}

/** WI-10.121: GitLab's sentence; with the reason, where it is not that something may not be. What was not found has words of its own. */
function refusalText(
  name: string,
  { status, errors }: { readonly status: number; readonly errors: readonly string[] },
) {
  const reason = errors.filter((text) => text !== hiddenText).join(' ');
  if (reason === '') return notApplied(name);
  return status === 404 ? reason : `${notApplied(name)} ${reason.endsWith('.') ? reason : `${reason}.`}`;
}
