/** The rows of the section, decided (RL-03): how linked items and merge requests look. */
import type { ItemRecords } from '../work-item/entity.ts';
import type { Instant, WorkItemType } from '../work-item/types.ts';
import type { LinkRemoval } from './actions.ts';
import type { LinkedItem, LinkedState, MergeRequestReading } from './types.ts';
import { dueDateText, isDueDanger } from '../calendar/rules.ts';
import {
  assigneeSlots,
  confidentialTooltip,
  healthOf,
  milestoneSaid,
  referenceKind,
  rowIcon,
  rowTime,
  stateBadge,
  typeNoun,
  type BadgeVariant,
} from '../work-item/rules.ts';
import { shownItem } from '../work-item/shown.ts';
import { CYCLE_TEXT } from './looks.ts';

export interface StateLook {
  /** Of the icons of the house. */
  readonly icon: string;
  readonly label: string;
  readonly look: 'open' | 'closed' | 'merged' | 'closedMergeRequest';
}

/** RL-03.2: merged has the sign of a merge; a closed merge request its own style. */
export function stateLook(what: WorkItemType | 'mergeRequest', state: LinkedState): StateLook {
  if (state === 'merged') return { icon: 'merge', label: 'Merged', look: 'merged' };
  const label = stateBadge(state);
  if (what === 'mergeRequest') {
    return state === 'opened'
      ? { icon: 'merge-request', label, look: 'open' }
      : { icon: 'merge-request-close', label, look: 'closedMergeRequest' };
  }
  return {
    icon: rowIcon({ type: what, state, blocked: false }),
    label: what === 'epic' || what === 'issue' ? label : `${label} ${typeNoun(what)}`,
    look: state === 'opened' ? 'open' : 'closed',
  };
}

/** RL-03.3: the time that belongs to the state: Merged, Closed, or else Created. */
export function stateTime(item: {
  readonly state: LinkedState;
  readonly createdAt: Instant | null;
  readonly closedAt: Instant | null;
  readonly mergedAt?: Instant | null;
}): { readonly text: 'Created' | 'Closed' | 'Merged'; readonly at: Instant | null } {
  if (item.state === 'merged') return { text: 'Merged', at: item.mergedAt ?? null };
  return item.state === 'closed' ? { text: 'Closed', at: item.closedAt } : { text: 'Created', at: item.createdAt };
}

/** Statuses that have a sign of their own. */
const PIPELINES: readonly string[] = [
  'success',
  'failed',
  'running',
  'pending',
  'canceled',
  'skipped',
  'manual',
  'scheduled',
  'created',
  'preparing',
];

export interface PipelineLook {
  readonly text: string;
  readonly icon: string;
}

/** RL-03.4: null without a pipeline; a status that is not known is named as it is. */
export function pipelineLook(status: string | null): PipelineLook | null {
  if (status === null || status === '') return null;
  const name = status === 'success' ? 'passed' : status.replaceAll('_', ' ');
  return { text: `Pipeline: ${name}`, icon: PIPELINES.includes(status) ? `status_${status}` : 'status_notfound' };
}

type RowFacts = Parameters<typeof stateTime>[0] & Pick<MergeRequestReading, 'milestone' | 'assignees'>;

/** What every row says beside its title, in the columns of its list (TR-07.50). */
const factsOf = ({ milestone, assignees, ...times }: RowFacts, day: string | null) => ({
  milestone: milestone && milestoneSaid(milestone, day),
  assignees: assigneeSlots(assignees),
  updated: rowTime(null, stateTime(times)),
});

interface LinkFacts extends ReturnType<typeof factsOf> {
  readonly due?: { readonly text: string; readonly label: string; readonly late: boolean } | null;
  readonly weight?: number | null;
  readonly health?: readonly { readonly label: string; readonly variant: BadgeVariant }[];
}

/** A row of the section. */
export interface LinkRow {
  readonly id: string;
  readonly look: StateLook;
  readonly reference: string;
  readonly title: string;
  /** Null: nothing to follow. */
  readonly href: string | null;
  readonly confidential: string | null;
  readonly facts: LinkFacts;
  readonly pipeline: PipelineLook | null;
  /** RL-01.21 */
  readonly cycle: string | null;
  /** Null without the right to. */
  readonly removal: LinkRemoval | null;
}

/** RL-10 */
function dueFact(dueDate: string, day: string, isClosed: boolean) {
  const text = dueDateText(dueDate, day);
  return { text, label: `Due ${text}`, late: isDueDanger(dueDate, day, isClosed) };
}

export function itemRow(
  records: ItemRecords,
  { item, ...link }: LinkedItem,
  subjectId: string,
  day: string | null,
): LinkRow {
  const shown = shownItem(records, item);
  const { id, type, state, title, webPath, confidential, dueDate, weight, healthStatus } = shown;
  const kind = referenceKind(type);
  const health = healthOf({ state, healthStatus });
  return {
    id,
    look: stateLook(type, state),
    reference: link.reference,
    title,
    href: webPath === '' ? null : webPath,
    confidential: confidential ? confidentialTooltip(kind) : null,
    facts: {
      ...factsOf(shown, day),
      due: dueDate === null || day === null ? null : dueFact(dueDate, day, state === 'closed'),
      weight,
      health: health === null ? [] : [health],
    },
    pipeline: null,
    cycle: link.inCycle ? CYCLE_TEXT : null,
    removal: link.relationPath === null ? null : { subjectId, id, kind, relationPath: link.relationPath },
  };
}

export const mergeRequestRow = (request: MergeRequestReading, day: string | null): LinkRow => ({
  id: request.id,
  look: stateLook('mergeRequest', request.state),
  reference: request.reference,
  title: request.title,
  href: request.url,
  confidential: null,
  facts: factsOf(request, day),
  pipeline: pipelineLook(request.pipeline),
  cycle: null,
  removal: null,
});
