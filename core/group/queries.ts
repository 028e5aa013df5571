import type { GroupPageQuery, HomeGroupsQuery, HomeProjectsQuery } from '../api/generated/operations.ts';
import type { Operation } from '../ports/index.ts';
import { cursorOfNext, nodesOf, type Nodes, type Paged } from '../api/wire-parts.ts';
import { failureText } from '../access/failures.ts';
import { GroupPageOperation, HomeGroupsOperation, HomeProjectsOperation } from '../api/generated/operations.ts';
import { named } from '../frame/index.ts';
import { query } from '../query/index.ts';
import { GROUP_TEXTS, SEARCH_DELAY, type Group, type GroupPageList, type PageOf, type Project } from './rules.ts';

type Connection<T> = NonNullable<Nodes<T>> & Paged;

const pageOf = <T>(connection: Connection<T> | null | undefined): PageOf<T> => ({
  nodes: nodesOf(connection),
  next: cursorOfNext(connection),
});

/** A list of the home page; the key is the trimmed search. */
interface HomeSearch {
  readonly search: string;
}

/** RP-02.123: a list of the home page. */
const homeList = <T extends Group | Project, A>(
  name: string,
  operation: Operation<A, { readonly search: string | null; readonly after: string | null }>,
  connectionIn: (answer: A) => Connection<T> | null,
  failed: string,
) =>
  query(name, {
    key: (_search: HomeSearch) => '',
    request: ({ search }, after: string | null) => [operation, { search: search === '' ? null : search, after }],
    decode: (answer: A): PageOf<T> => pageOf(connectionIn(answer)),
    pages: ({ next }) => next,
    delay: ({ search }, before) => (search === (before?.search ?? '') ? 0 : SEARCH_DELAY),
    failure: (error) => failureText(error, failed),
  });

const { homeGroupsFailed, homeProjectsFailed, pageFailed } = GROUP_TEXTS;
export const homeGroups = homeList<Group, HomeGroupsQuery>(
  'group/homeGroups',
  HomeGroupsOperation,
  ({ groups }) => groups,
  homeGroupsFailed,
);
export const homeProjects = homeList<Project, HomeProjectsQuery>(
  'group/homeProjects',
  HomeProjectsOperation,
  ({ projects }) => projects,
  homeProjectsFailed,
);

/** Where the next page of each list begins; null: there is none, or it is not requested. */
export type GroupPageCursor = Readonly<Record<GroupPageList, string | null>>;

export interface GroupPageAnswer {
  readonly group: Group;
  readonly parent: { readonly id: string; readonly name: string; readonly fullPath: string } | null;
  /** Null: this list was not asked for. */
  readonly subgroups: PageOf<Group> | null;
  readonly projects: PageOf<Project> | null;
}

/** RP-02.127: the group with both lists; then each list for itself. */
export const groupPage = query('group/page', {
  key: ({ fullPath }: { readonly fullPath: string }) => fullPath,
  request: ({ fullPath }, cursor: GroupPageCursor | null) => [
    GroupPageOperation,
    {
      fullPath,
      groupsAfter: cursor?.subgroups ?? null,
      projectsAfter: cursor?.projects ?? null,
      withGroups: cursor === null || cursor.subgroups !== null,
      withProjects: cursor === null || cursor.projects !== null,
    },
  ],
  decode: ({ group: found }: GroupPageQuery, _params, cursor): GroupPageAnswer | null => {
    if (found === null) return null;
    const { parent, descendantGroups, projects, ...group } = found;
    return {
      group,
      parent,
      subgroups: cursor?.subgroups === null ? null : pageOf<Group>(descendantGroups),
      projects: cursor?.projects === null ? null : pageOf<Project>(projects),
    };
  },
  also: ({ group }) => named(group),
  pages: ({ subgroups, projects }, _cursor, known) => ({
    subgroups: subgroups === null ? (known?.subgroups ?? null) : subgroups.next,
    projects: projects === null ? (known?.projects ?? null) : projects.next,
  }),
  failure: (error) => failureText(error, pageFailed),
});
