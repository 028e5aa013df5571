import { accessLevel } from '../../access/viewer.ts';
import type { Owner } from '../../command/item.ts';
import { refuse } from '../../command/outcome.ts';
import { instantOf } from '../reads/asked.ts';
import type { RestContext } from '../types.ts';
import type { Fields } from './fields.ts';

const OWNER = 50;

/** AP-05.133: may the viewer say when something happened, and number it? */
export const isTrusted = ({ viewer }: Pick<RestContext, 'viewer'>, owner: Owner): boolean =>
  accessLevel(viewer, owner.traversal_ids, owner.project_id) >= OWNER;

/** The instant that a parameter gives, as far as it counts from this person. */
export function instantIn(ctx: RestContext, fields: Fields, name: string, owner: Owner): string | undefined {
  const text = fields.text(name);
  if (text === undefined) return undefined;
  const instant = instantOf(text) ?? refuse(422, `${name} is invalid`);
  return isTrusted(ctx, owner) ? instant : undefined;
}
