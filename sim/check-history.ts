import type { Stamped } from '@espalier/core';
import type { ModelChange } from './server/index.ts';
import type { SimClient } from './planner-client.ts';
import type { Sent } from './network.ts';
import { mutationEvents } from '@espalier/core/mutation';
import { foundItemSo, ITEM_REQUESTS } from './check-items-sent.ts';

/** The requests of the sessions against what the server did. */

const refusedBy = ({ answer, call, end }: Sent): boolean => {
  if (answer === null || (end !== 'answered' && end !== 'refused')) return false;
  if (answer.failed) return true;
  if (call.request !== null) return false;
  // An operation may have another name than the one field that it asks for.
  const [payload] = Object.values(
    (answer.data ?? {}) as Readonly<Record<string, { readonly errors?: readonly string[] } | null>>,
  );
  return (payload?.errors?.length ?? 0) > 0;
};

interface ResultAnswer {
  readonly state?: string;
  readonly updateEpic?: { readonly epic?: Readonly<Record<string, unknown>> | null } | null;
}

/** A request that states a result found it so: nothing was changed, and the answer says what was asked for. */
function foundSo(sent: Sent): boolean {
  const { call, answer } = sent;
  const { what, variables, request } = call;
  if (ITEM_REQUESTS.has(what)) return foundItemSo(sent);
  const data = (answer?.data ?? {}) as ResultAnswer;
  if (what === 'updateEpic') {
    const { groupPath: _, iid: __, ...wanted } = variables['input'] as Readonly<Record<string, unknown>>;
    const epic = data.updateEpic?.epic;
    const said = (name: string): unknown => (epic?.[name] as string | undefined)?.toString().slice(0, 10) ?? null;
    return Object.entries(wanted).every(([name, value]) => said(name) === (value?.toString() ?? null));
  }
  const event = request?.query?.['epic[state_event]'];
  return event !== undefined && data.state === (event === 'close' ? 'closed' : 'opened');
}

/** The mutation that an action resolves. */
export const resolvedBy = ({ meta }: Stamped): string | undefined => meta.resolves?.id;

/** Changes that are tried again by themselves: what says that they were refused, and that they were made. */
const isRefusal = ({ meta }: Stamped): boolean => meta.resolves?.as === 'refused';

const isConfirmation = ({ meta }: Stamped): boolean => meta.resolves?.as === 'committed';

/**
 * Every change carries a key; under a key at most one change was made; what was acknowledged was made; what the server itself refused was not, also
 * where an earlier answer under the key was lost; and a form that is sent again after a failure has made its thing at most once.
 */
export function historyFaults(
  sent: readonly Sent[],
  history: readonly ModelChange[],
  clients: readonly SimClient[],
): string[] {
  const made = new Map<string, number>();
  for (const { idempotencyKey: key } of history) if (key !== undefined) made.set(key, (made.get(key) ?? 0) + 1);
  const found: string[] = [];
  const last = new Map<string, Sent>();
  for (const one of sent) {
    const key = one.call.idempotencyKey;
    if (!one.isChange) continue;
    if (key === undefined) found.push(`${one.call.what} carries no key`);
    else last.set(key, one);
  }
  for (const [key, count] of made) if (count > 1) found.push(`${key} was done ${count} times`);
  for (const [key, one] of last) {
    const count = made.get(key) ?? 0;
    if (refusedBy(one) && count > 0) found.push(`${one.call.what} (${key}) was done, and then refused`);
    else if (one.end === 'answered' && !refusedBy(one) && count === 0 && !foundSo(one))
      found.push(`${key} was acknowledged and never done`);
  }
  const byKey = new Map<string, number>();
  for (const { sessions, clockJumped } of clients) {
    for (const { actions } of sessions) {
      // RP-02.19: what is asked again after a try that was not decided goes out under the key of that try.
      const keys = new Map<string, string>();
      for (const action of actions) {
        const { type } = action;
        if (mutationEvents.sent.match(action) && action.payload.key !== undefined) {
          keys.set(action.payload.id, action.payload.key);
        }
        const resolved = resolvedBy(action);
        const key = resolved === undefined ? undefined : (keys.get(resolved) ?? resolved);
        const ended = last.get(key ?? '')?.end;
        if (
          isRefusal(action) &&
          // By its clock it may have waited for a day (RP-02.32).
          !clockJumped &&
          (ended === 'unanswered' || ended === 'aborted')
        ) {
          found.push(`${type}: ${key} was given up without an answer`);
        }
        if (!isConfirmation(action) || key === undefined) continue;
        const one = last.get(key);
        if (one === undefined || !foundSo(one)) byKey.set(key, made.get(key) ?? 0);
      }
    }
  }
  for (const [id, count] of byKey) if (count !== 1) found.push(`${id} was confirmed and done ${count} times`);
  const byForm = new Map<string, number>();
  for (const [key, form] of clients.flatMap(({ formKeys }) => [...formKeys]))
    byForm.set(form, (byForm.get(form) ?? 0) + (made.get(key) ?? 0));
  for (const [form, count] of byForm) if (count > 1) found.push(`${form} was sent until it was done ${count} times`);
  return found;
}
