import { readFileSync } from 'node:fs';

/** The text of core/api/schema.graphql. */
export function contractText(): string {
  return readFileSync(new URL('../../core/api/schema.graphql', import.meta.url), 'utf8');
}
