import type { Place, Wants, Who } from './people.ts';
import type { Ground, Item, MatrixWorld } from './world.ts';

/** What a request is about, by paths and ids. In a request about what does not exist they are such as nothing has. */
export interface Target extends Ground {
  readonly kind: 'plain' | 'secret' | 'mine';
  readonly epic: Item;
  readonly issue: Item;
}

export interface Ask {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly body?: unknown;
}

/** One operation: a field of Query or Mutation (`Query.group`), or a route (`GET /api/v4/groups/:id`), with what it wants. */
export interface Row extends Wants {
  readonly op: string;
  /** Where an operation has several rows. */
  readonly about?: string;
  /** `site`: no group or item is named. */
  readonly on: 'site' | 'group' | 'project' | 'epic' | 'issue';
  /** The kinds of items it is tried on; all that there are of the sort unless given. */
  readonly kinds?: readonly Target['kind'][];
  /** The places that it is tried in, where it changes nothing in the others. */
  readonly places?: readonly Place[];
  readonly ask: (target: Target, world: MatrixWorld, who: Who) => Ask;
}

export const MISSING = { id: 99_999_999, iid: 99_999 } as const;

export function targetOf(ground: Ground, kind: Target['kind']): Target {
  return { ...ground, kind, epic: ground.epics[kind === 'mine' ? 'plain' : kind], issue: ground.issues[kind] };
}

/** The same question about an item that does not exist, in the same place. */
export const missingItem = (target: Target): Target => ({ ...target, epic: MISSING, issue: MISSING });

/** The same question about a place that does not exist. */
export const missingPlace = (target: Target): Target => ({
  ...missingItem(target),
  group: 'nowhere',
  groupId: MISSING.id,
  project: 'nowhere/app',
  projectId: MISSING.id,
  milestone: MISSING.id,
  sprint: MISSING.id,
  iteration: MISSING.id,
  cadence: MISSING.id,
});

/** A person's own comment on an item; a visitor's is an owner's. */
export const noteOf = ({ notes }: MatrixWorld, item: Item, who: Who) => ({
  id: notes.get(`${item.id} ${who === 'anonymous' ? 'owner' : who}`) ?? MISSING.id,
});

export const graphql = (query: string, variables: unknown): Ask => ({
  method: 'POST',
  url: '/api/graphql',
  body: { query, variables },
});

export const gid = (type: string, { id }: Item | { readonly id: number }): string => `gid://gitlab/${type}/${id}`;
