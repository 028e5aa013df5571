import { REORDER_ERRORS } from '@espalier/core/tree/rules';
import type { Refused } from '../../command/outcome.ts';
import { forbidden, Invalid, refusedAnswer, type RestAnswer } from '../types.ts';
import type { Fields } from './fields.ts';
import { Parameters } from './parameters.ts';

/** A neighbour in an order: its id, the parameter that names it, and where `epicTreeReorder` has it beside what is moved. */
interface Side {
  readonly id: number;
  readonly name: string;
  readonly relativePosition: 'before' | 'after';
}

/**
 * The neighbour that a request names: `before` is the parameter of what is to stand before the moved one. Where both are named that one counts.
 * @throws Invalid
 */
export function sideOf(fields: Fields, names: Readonly<Record<'before' | 'after', string>>): Side {
  const asked = new Parameters(fields);
  asked.oneOf(names.before, names.after);
  const [before, after] = [asked.integer(names.before), asked.integer(names.after)];
  asked.check();
  const isBefore = before !== undefined;
  const [id, name] = isBefore ? [before, names.before] : [after, names.after];
  if (id === undefined) throw new Invalid([`${name} is invalid`]);
  return { id, name, relativePosition: isBefore ? 'before' : 'after' };
}

/** What may not be moved is forbidden; the rest is a bad request. */
export const reorderRefused = (refused: Refused): RestAnswer =>
  refused.errors[0] === REORDER_ERRORS.permission ? forbidden : refusedAnswer(refused);
