import { fullReference } from '../../work-item/rules.ts';
import type { World } from './world.ts';

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
  project_id: 'project',
  author_id: 'user',
};
/** What an object under this key is, where it has a plain `id`. */
const KIND_OF_OBJECT: Readonly<Record<string, keyof Names>> = {
  author: 'user',
  assignees: 'user',
  milestone: 'milestone',
  member: 'user',
};

/** Each server's own matter: instants of the seed, rendered text, cursors. */
const INSTANT = /^(created|updated|closed)(_?at|At)$|^created$/i;
const OWN = /html$|cursor$/i;

export function normalise(value: unknown, names: Names, key = '', within = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => normalise(each, names, key, within || key));
  if (typeof value === 'object' && value !== null) {
    const place = 'access_level' in value ? 'member' : key || within;
    const entries = Object.entries(value).map(([name, each]) => [name, normalise(each, names, name, place)]);
    return Object.fromEntries(entries) as unknown;
  }
  if (value === null || value === undefined) return null;
  if (OWN.test(key)) return typeof value;
  if (INSTANT.test(key)) return 'an instant';
  const named = (kind: keyof Names, id: number): string => `${kind} ${names[kind].get(id) ?? 'unknown'}`;
  if (typeof value === 'number') {
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
      .replace(/(\/related_epic_links\/|\/issues\/\d+\/links\/)\d+$/, '$1n')
      .replace(
        /(\/epics\/\d+\/links\/|\/work_items\/)(\d+)$/,
        (_, path: string, id: string) => path + named('item', Number(id)),
      )
      .replace(/(\/epics\/\d+\/issues\/)(\d+)$/, (_, path: string, id: string) => path + named('link', Number(id)))
      .replace(/(\/api\/v4\/groups\/)(\d+)/, (_, path: string, id: string) => path + named('group', Number(id)))
  );
}

/** Of an answer what the other one has too: the model leaves out fields that no client of ours reads. */
export function only(like: unknown, value: unknown): unknown {
  if (Array.isArray(like) && Array.isArray(value)) {
    return value.map((each, index) => (index < like.length ? only(like[index], each) : each));
  }
  if (typeof like !== 'object' || like === null || typeof value !== 'object' || value === null) return value;
  const given = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(like)
      .filter(([key]) => key in given)
      .map(([key, each]) => [key, only(each, given[key])]),
  );
}
