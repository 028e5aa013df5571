import { fullReference } from '@espalier/core/work-item/rules';
import type { World } from '../../server/store/memory/world.ts';

/** Brings the answers of two servers into one form: ids get names that mean the same on both sides. */

/** Names by the ids of one server; an id without a name is called unknown. */
export interface Names {
  readonly item: ReadonlyMap<number, string>;
  /** Links by the name of their child. */
  readonly link: ReadonlyMap<number, string>;
  readonly group: ReadonlyMap<number, string>;
  readonly project: ReadonlyMap<number, string>;
  readonly user: ReadonlyMap<number, string>;
  readonly milestone: ReadonlyMap<number, string>;
}

export const itemName = (world: World, id: number): string => {
  const { projectId, groupId, iid } = world.item(id);
  return projectId === null
    ? fullReference('epic', world.group(groupId).fullPath, iid)
    : fullReference('issue', world.project(projectId).fullPath, iid);
};

const KIND_OF_TYPE: Readonly<Record<string, keyof Names>> = {
  Epic: 'item',
  Issue: 'item',
  WorkItem: 'item',
  EpicIssue: 'link',
  Group: 'group',
  Project: 'project',
  User: 'user',
  Milestone: 'milestone',
};
const KIND_OF_KEY: Readonly<Record<string, keyof Names>> = {
  id: 'item',
  epic_id: 'item',
  parent_id: 'item',
  epic_issue_id: 'link',
  group_id: 'group',
  groupId: 'group',
  project_id: 'project',
  author_id: 'user',
};
/** What an object under this key is, where it has a plain `id`. */
const KIND_OF_OBJECT: Readonly<Record<string, keyof Names>> = {
  author: 'user',
  assignees: 'user',
  milestone: 'milestone',
  member: 'user',
  namespace: 'group',
  group: 'group',
  project: 'project',
};

/** Each server's own matter: instants of the seed, rendered text, cursors. */
const INSTANT = /^(created|updated|closed)(_?at|At)$|^created$/i;
const OWN = /html$|cursor$/i;

export function normalise(value: unknown, names: Names, key = '', within = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => normalise(each, names, key, within || key));
  if (typeof value === 'object' && value !== null) {
    const place =
      'access_level' in value
        ? 'member'
        : 'path_with_namespace' in value
          ? 'project'
          : 'full_name' in value
            ? 'group'
            : key || within;
    const entries = Object.entries(value).map(([name, each]) => [name, normalise(each, names, name, place)]);
    return Object.fromEntries(entries) as unknown;
  }
  if (value === null || value === undefined) return null;
  if (OWN.test(key)) return typeof value;
  if (INSTANT.test(key)) return 'an instant';
  const named = (kind: keyof Names, id: number): string => `${kind} ${names[kind].get(id) ?? 'unknown'}`;
  if (typeof value === 'number') {
    if (key === 'id' && within === 'labels') return 'a label';
    if (key === 'parent_id' && within === 'group') return named('group', value);
    const kind = key === 'id' ? (KIND_OF_OBJECT[within] ?? 'item') : KIND_OF_KEY[key];
    return kind === undefined ? value : named(kind, value);
  }
  if (typeof value !== 'string') return value;
  return (
    value
      .replace(/^https?:\/\/[^/]+/, '')
      // Every server counts its to-dos, labels and links on its own.
      .replace(/^(gid:\/\/gitlab\/(?:Todo|GroupLabel)\/|\/dashboard\/todos\/)\d+$/, '$1n')
      .replace(/gid:\/\/gitlab\/(\w+)\/(\d+)/g, (gid, type: string, id: string) => {
        const kind = KIND_OF_TYPE[type];
        return kind === undefined ? gid : named(kind, Number(id));
      })
      .replace(
        /(\?target_id=)(\d+)(&target_type=epic)$/,
        (_, path: string, id: string, type: string) => path + named('item', Number(id)) + type,
      )
      .replace(/(\/related_epic_links\/|\/issues\/\d+\/links\/)\d+$/, '$1n')
      .replace(
        /(\/epics\/\d+\/links\/|\/work_items\/)(\d+)$/,
        (_, path: string, id: string) => path + named('item', Number(id)),
      )
      .replace(/(\/epics\/\d+\/issues\/)(\d+)$/, (_, path: string, id: string) => path + named('link', Number(id)))
      .replace(/(\/api\/v4\/groups\/)(\d+)/, (_, path: string, id: string) => path + named('group', Number(id)))
      .replace(/(\/api\/v4\/projects\/)(\d+)/, (_, path: string, id: string) => path + named('project', Number(id)))
  );
}
