import type { Intent } from '@espalier/core/quick-action/rules';
import type { RunOutcome } from '../../quick-action/execute.ts';
import type { RestAnswer } from '../types.ts';

/** GitLab's names for what commands did: what they changed, and a sentence each. */
export const commandsJson = ({ done, refused, applied }: RunOutcome) => ({
  commands_changes: Object.assign({}, ...applied.map(changeOf)) as Record<string, unknown>,
  summary: [...done, ...refused],
});

/** WI-10.129: what was made or edited, and what came of the commands in its description; `message`: what was refused. */
export function withCommands(answer: RestAnswer, outcome: RunOutcome): RestAnswer {
  const { done, refused } = outcome;
  if (done.length + refused.length === 0) return answer;
  const message = refused.length > 0 && { message: refused.join(' ') };
  return { ...answer, body: { ...(answer.body as object), ...commandsJson(outcome), ...message } };
}

/** GitLab's name of what an intent changed, with its value; of what is found by a name, nothing is told. */
function changeOf(intent: Intent): Readonly<Record<string, unknown>> {
  switch (intent.kind) {
    case 'state':
      return { state_event: intent.event };
    case 'title':
      return { title: intent.title };
    case 'dueDate':
      return { due_date: intent.day };
    case 'weight':
      return { weight: intent.weight };
    case 'estimate':
      return { time_estimate: intent.seconds };
    case 'confidential':
      return { confidential: true };
    case 'lock':
      return { discussion_locked: intent.locked };
    case 'todo':
      return { todo_event: intent.done ? 'done' : 'add' };
    case 'subscription':
      return { subscription_event: intent.subscribed ? 'subscribe' : 'unsubscribe' };
    case 'award':
      return { emoji_award: intent.name };
    default:
      return {};
  }
}
