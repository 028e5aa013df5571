import type { Item } from '../../command/item.ts';
import { hidden } from '../../command/outcome.ts';
import type { RestContext } from '../types.ts';
import { pathId, pathOrId } from './fields.ts';

/** What the path of an API call names, as far as the viewer may see it. */

/** `projects/:id/issues/:iid`. @throws Refusal 404 */
export async function issueOf({ store, viewer, params }: RestContext): Promise<Item> {
  const iid = pathId(params['iid']);
  const project = await store.project(viewer, pathOrId(params['id'] ?? ''));
  if (iid === null || project === undefined) return hidden();
  return (await store.items.ofProject(viewer, project.project_path ?? '', iid)) ?? hidden();
}

/** `groups/:id/epics/:iid`. @throws Refusal 404 */
export async function epicOf({ store, viewer, params }: RestContext): Promise<Item> {
  const iid = pathId(params['iid']);
  const group = await store.group(viewer, pathOrId(params['id'] ?? ''));
  if (iid === null || group === undefined) return hidden();
  return (await store.items.epic(viewer, group.group_path, iid)) ?? hidden();
}
