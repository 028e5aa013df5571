/** The GraphQL API as another program uses it: with a personal access token. */
export interface Api {
  query<T>(text: string, variables?: Record<string, unknown>, headers?: Record<string, string>): Promise<T>;
}

export function apiOf(url: string, token: string): Api {
  return {
    async query<T>(query: string, variables: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
      const answer = await fetch(`${url}/api/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'private-token': token, ...headers },
        body: JSON.stringify({ query, variables }),
      });
      const body = (await answer.json()) as { data?: T; errors?: unknown };
      if (!answer.ok || body.data === undefined || body.errors !== undefined)
        throw new Error(`${answer.status} ${JSON.stringify(body)}`);
      return body.data;
    },
  };
}

interface ChildPage {
  readonly group: {
    readonly epic: {
      readonly children: {
        readonly nodes: readonly { readonly id: string }[];
        readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
      };
    };
  };
}

const CHILDREN = `query ($group: ID!, $iid: ID!, $after: String) {
  group(fullPath: $group) { epic(iid: $iid) {
    children(first: 100, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } }
  } }
}`;

/** Global ids of all child epics, in their order. */
export async function childEpics(api: Api, group: string, iid: string): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ;) {
    const page: ChildPage = await api.query<ChildPage>(CHILDREN, { group, iid, after });
    const { nodes, pageInfo } = page.group.epic.children;
    ids.push(...nodes.map(({ id }) => id));
    if (!pageInfo.hasNextPage) return ids;
    after = pageInfo.endCursor;
  }
}

export const REORDER = `mutation ($input: EpicTreeReorderInput!) { epicTreeReorder(input: $input) { errors } }`;
