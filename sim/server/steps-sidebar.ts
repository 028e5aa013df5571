import {
  EpicAncestorsOperation,
  EpicColorOperation,
  EpicFieldsUpdateOperation,
  EpicParticipantsOperation,
  EpicSetSubscriptionOperation,
  EpicSidebarOperation,
  LabelCreateOperation,
  UpdateEpicOperation,
} from '@espalier/core/api';
import type { StepRequest } from './steps-lists.ts';

/** What the sidebar of an epic asks and changes. Labels that are made have other ids on every server, so that no step gives one to an epic. */

interface Place {
  readonly fullPath: string;
  readonly iid: string;
}
type Pick = (index: number, count: number) => number;

const FIELDS: readonly object[] = [
  { startDateIsFixed: true, startDateFixed: '2026-05-01' },
  { startDateIsFixed: false },
  { startDateIsFixed: true, startDateFixed: null },
  { dueDateIsFixed: true, dueDateFixed: '2026-04-30' },
  { dueDateIsFixed: true },
  { color: '#c91c00' },
  { color: '#ABC' },
  { color: 'red' },
  { confidential: true },
  { confidential: false },
];

const LABELS = ['fresh', ' Fresh ', 'scope::one', '', 'a,b', 'x'.repeat(256)];

/** `epicId`: of the epic on the server that is asked. */
export function sidebarRequest(place: Place, epicId: number, pick: Pick): StepRequest {
  const { fullPath: groupPath, iid } = place;
  const todos = `/groups/${groupPath}/-/epics/${iid}/todos`;
  const readings = [EpicSidebarOperation, EpicAncestorsOperation, EpicParticipantsOperation, EpicColorOperation];
  const requests: readonly (() => StepRequest)[] = [
    () => ({ operation: readings[pick(1, readings.length)] ?? EpicSidebarOperation, variables: { ...place } }),
    () => ({
      operation: EpicFieldsUpdateOperation,
      variables: { input: { groupPath, iid, ...FIELDS[pick(1, FIELDS.length)] } },
    }),
    () => ({
      operation: EpicSetSubscriptionOperation,
      variables: { input: { groupPath, iid, subscribedState: pick(1, 2) === 0 } },
    }),
    () => ({
      method: 'POST',
      path: todos,
      body: { issuable_id: pick(1, 4) === 0 ? epicId + 1 : epicId, issuable_type: pick(2, 5) === 0 ? 'issue' : 'epic' },
    }),
    () => ({ method: 'DELETE', path: '/dashboard/todos/999999' }),
    () => ({
      operation: LabelCreateOperation,
      variables: {
        input: {
          groupPath: 'acme',
          title: LABELS[pick(1, LABELS.length)],
          color: pick(2, 4) === 0 ? 'mauve' : '#aabbcc',
        },
      },
    }),
  ];
  // Readings more often than each change.
  const chosen = requests[Math.max(0, pick(0, requests.length + 2) - 2)];
  if (chosen === undefined) throw new RangeError('There is nothing to ask');
  return chosen();
}

const DAYS = ['2026-02-28', '2026-05-01', '2025-12-31', '2026-02-30', '', null];

/** Dates as the roadmap gives them: one or both, some of them no dates. */
export function datesRequest({ fullPath, iid }: Place, flag: boolean, pick: Pick): StepRequest {
  const day = DAYS[pick(1, DAYS.length)];
  const changes: object[] = [
    { startDateIsFixed: true, startDateFixed: day },
    { dueDateIsFixed: true, dueDateFixed: day },
    { startDateIsFixed: true, startDateFixed: '2026-01-01', dueDateIsFixed: true, dueDateFixed: day },
    { startDateIsFixed: flag, dueDateIsFixed: false },
  ];
  const input = { groupPath: fullPath, iid, ...changes[pick(2, changes.length)] };
  return { operation: UpdateEpicOperation, variables: { input } };
}
