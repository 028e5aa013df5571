import type { Load } from '../access/load.ts';

/** Ids are global ids, `gid://gitlab/Group/7`. */
export interface Group {
  readonly id: string;
  readonly name: string;
  /** Names from the top group down, `Acme / Web`. */
  readonly fullName: string;
  readonly fullPath: string;
  readonly description: string | null;
  readonly visibility: string | null;
  readonly webUrl: string;
}

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly nameWithNamespace: string;
  readonly fullPath: string;
  readonly webUrl: string | null;
  readonly visibility: string | null;
}

/** A list that is read page by page. `loadingMore` and `error` beside `ready`: a further page is on its way, or has failed. */
export interface PagedList {
  readonly status: Load;
  readonly ids: readonly string[];
  readonly endCursor: string | null;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly error: string | null;
}

/** One page of a list as it was asked for: `after` null is the first page. */
export interface PageOf<T> {
  readonly after: string | null;
  readonly nodes: readonly T[];
  readonly endCursor: string | null;
  readonly hasMore: boolean;
}

export type HomeList = 'groups' | 'projects';
export type GroupPageList = 'subgroups' | 'projects';
