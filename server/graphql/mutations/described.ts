import { commandErrors } from '@espalier/core/quick-action/rules';
import type { Described } from '../../quick-action/description.ts';

/** WI-10.128: a payload that also says what of the commands in the description was refused. */
export const described =
  <Value>(payload: (value: Value) => Readonly<Record<string, unknown>>) =>
  ({ value, ...outcome }: Described<Value>) => ({ ...payload(value), errors: commandErrors(outcome, false) });
