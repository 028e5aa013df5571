import type { WorkItemType } from '../../work-item/types.ts';
import { formatDay } from '../../calendar/rules.ts';
import { durationText, listInWords, TYPE_NAMES, typeNoun, ZOOM_TEXTS } from '../../work-item/rules.ts';
import type { ActionContext, Intent, ListMode } from './intents.ts';
import { actionNamed, PROMOTED } from './actions.ts';
import type { Command } from './parse.ts';

type Tense = 'now' | 'done';

/** GitLab's text of a command that does not fit, or may not be given. */
export const notApplied = (name: string): string => `Could not apply ${name} command.`;

/** WI-10.104 */
export const notAvailable = (name: string): string => `The ${name} command is not available here.`;

/** What a command asks for; a text: why it cannot. The right to it is asked for elsewhere. */
export function readCommand(
  { name, argument }: Pick<Command, 'name' | 'argument'>,
  type: WorkItemType,
  context: ActionContext,
): Intent | string {
  const action = actionNamed(name);
  if (action === undefined) return notAvailable(name);
  if (!action.fits(type)) return notApplied(action.name);
  const intent = action.reads(argument, context) ?? notApplied(action.name);
  if (action.name !== 'promote_to' || typeof intent === 'string' || intent.kind !== 'type') return intent;
  const isPromotion = PROMOTED[type]?.includes(intent.type) === true;
  return isPromotion ? intent : 'Failed to promote this work item: Provided type is not supported.';
}

/** WI-10.108: what the commands of a text would do to an item of a type, a sentence each; of those that cannot be, why. */
export const explained = (
  commands: readonly Command[],
  type: WorkItemType,
  context: ActionContext,
): readonly string[] =>
  commands.map((command) => {
    const intent = readCommand(command, type, context);
    return typeof intent === 'string' ? intent : sentenceOf(intent, type, 'now');
  });

/** What an intent does, or has done, in GitLab's words: `Closes this issue.`, `Closed this issue.` */
export function sentenceOf(intent: Intent, type: WorkItemType, tense: Tense): string {
  const isDone = tense === 'done';
  const noun = typeNoun(type);
  const [sets, removes, adds] = isDone ? ['Set', 'Removed', 'Added'] : ['Sets', 'Removes', 'Adds'];
  const verb = (now: string): string => (isDone ? (PAST[now] ?? now) : now);
  switch (intent.kind) {
    case 'state':
      return `${verb(intent.event === 'close' ? 'Closes' : 'Reopens')} this ${noun}.`;
    case 'title':
      return `${verb('Changes')} the title to "${intent.title}".`;
    case 'labels':
      return labelSentence(intent.mode, intent.titles, verb);
    case 'assignees':
      return assigneeSentence(intent.mode, intent.usernames, verb);
    case 'milestone':
      return intent.title === null ? `${removes} milestone.` : `${sets} the milestone to %${quoted(intent.title)}.`;
    case 'iteration':
      return intent.title === null
        ? `${removes} iteration.`
        : `${sets} the iteration to *iteration:${quoted(intent.title)}.`;
    case 'dueDate':
      return intent.day === null ? `${removes} the due date.` : `${sets} the due date to ${formatDay(intent.day)}.`;
    case 'weight':
      return intent.weight === null ? `${verb('Clears')} weight.` : `${sets} weight to ${intent.weight}.`;
    case 'health':
      return intent.health === null
        ? `${verb('Clears')} health status.`
        : `${sets} health status to ${HEALTH_WORDS[intent.health]}.`;
    case 'estimate':
      return intent.seconds === 0
        ? `${removes} time estimate.`
        : `${sets} time estimate to ${durationText(intent.seconds)}.`;
    case 'spend':
      return `${verb(intent.seconds > 0 ? 'Adds' : 'Subtracts')} ${durationText(Math.abs(intent.seconds))} spent time.`;
    case 'resetSpent':
      return `${removes} spent time.`;
    case 'zoom':
      if (isDone) return `${intent.link === null ? ZOOM_TEXTS.removed : ZOOM_TEXTS.added}.`;
      return intent.link === null ? 'Remove Zoom meeting.' : 'Adds a Zoom meeting.';
    case 'confidential':
      return `${verb('Makes')} this ${noun} confidential.`;
    case 'lock':
      return `${verb(intent.locked ? 'Locks' : 'Unlocks')} the discussion.`;
    case 'todo':
      return intent.done ? `${verb('Marks')} to-do item as done.` : `${adds} a to-do item.`;
    case 'subscription':
      return intent.subscribed
        ? `${verb('Subscribes')} to notifications.`
        : `${verb('Unsubscribes')} from notifications.`;
    case 'award':
      return `${verb('Toggles')} :${intent.name}: emoji award.`;
    case 'type':
      return isDone ? 'Type changed successfully.' : `Converts ${noun} to ${TYPE_NAMES[intent.type]}.`;
    case 'parent':
      return parentSentence(intent, type, isDone);
    case 'children':
      if (!isDone)
        return `${adds} ${listInWords(intent.references)} as ${intent.epic ? 'child epic' : 'a child item'}.`;
      return intent.epic
        ? `Added ${listInWords(intent.references)} as a child epic.`
        : 'Child items added successfully.';
    case 'releaseChild':
      if (intent.epic) return `${removes} ${intent.reference} from child epics.`;
      return isDone ? 'Child item removed successfully.' : `Removes ${intent.reference} as a child item.`;
    case 'link':
      return `${adds} ${listInWords(intent.references)} ${LINKED[intent.type]} this ${noun}.`;
    case 'unlink':
      return `${removes} linked item ${intent.reference}.`;
    case 'duplicate':
      return isDone
        ? `Closed this ${noun}. Marked as related to, and a duplicate of, ${intent.reference}.`
        : `Closes this ${noun}. Marks as related to, and a duplicate of, ${intent.reference}.`;
    case 'copyMetadata':
      return `${verb('Copies')} labels and milestone from ${intent.reference}.`;
  }
}

const PAST: Readonly<Record<string, string>> = {
  Adds: 'Added',
  Assigns: 'Assigned',
  Changes: 'Changed',
  Clears: 'Cleared',
  Closes: 'Closed',
  Copies: 'Copied',
  Locks: 'Locked',
  Makes: 'Made',
  Marks: 'Marked',
  Removes: 'Removed',
  Reopens: 'Reopened',
  Replaces: 'Replaced',
  Subscribes: 'Subscribed',
  Subtracts: 'Subtracted',
  Toggles: 'Toggled',
  Unlocks: 'Unlocked',
  Unsubscribes: 'Unsubscribed',
};

const HEALTH_WORDS = { onTrack: 'on_track', needsAttention: 'needs_attention', atRisk: 'at_risk' } as const;

const LINKED = {
  relates_to: 'as a linked item related to',
  blocks: 'as a linked item blocked by',
  is_blocked_by: 'as a linked item blocking',
} as const;

type Verb = (now: string) => string;

const quoted = (title: string): string => (/\s/.test(title) ? `"${title}"` : title);

function labelSentence(mode: ListMode, titles: readonly string[], verb: Verb): string {
  const named = `${titles.map((title) => `~${quoted(title)}`).join(' ')} ${titles.length === 1 ? 'label' : 'labels'}.`;
  if (mode === 'replace') return `${verb('Replaces')} all labels with ${named}`;
  if (mode === 'remove') return titles.length === 0 ? `${verb('Removes')} all labels.` : `${verb('Removes')} ${named}`;
  return `${verb('Adds')} ${named}`;
}

function assigneeSentence(mode: ListMode, usernames: readonly string[], verb: Verb): string {
  const named = listInWords(usernames.map((username) => `@${username}`));
  if (mode === 'add') return `${verb('Assigns')} ${named}.`;
  if (mode === 'replace') return `${verb('Changes')} assignees to ${named}.`;
  if (usernames.length === 0) return `${verb('Removes')} all assignees.`;
  return `${verb('Removes')} ${usernames.length === 1 ? 'assignee' : 'assignees'} ${named}.`;
}

function parentSentence(
  { reference, epic }: Extract<Intent, { kind: 'parent' }>,
  type: WorkItemType,
  isDone: boolean,
): string {
  const [sets, removes] = isDone ? ['Set', 'Removed'] : ['Sets', 'Removes'];
  if (type === 'epic')
    return reference === null
      ? `${removes} parent epic.`
      : `${sets} ${reference} as ${isDone ? 'the ' : ''}parent epic.`;
  if (epic)
    return reference === null
      ? `${removes} an issue from an epic.`
      : `${isDone ? 'Added' : 'Adds'} an issue to an epic.`;
  if (isDone) return `Parent item ${reference === null ? 'removed' : 'set'} successfully.`;
  return reference === null ? "Removes this item's parent item." : `Sets ${reference} as this item's parent item.`;
}
