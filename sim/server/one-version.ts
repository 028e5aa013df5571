import type { Answer, Cancellable, RestRequest } from '@espalier/core/ports';
import type { ModelServer } from './server.ts';
import { refusal } from '@espalier/core/testing';

/** The model knows no versions: this answers for one, of the line of activity with this number. */
export function withVersion(server: ModelServer, number: number) {
  const version = {
    deleted: false,
    canDelete: true,
    refuse: false,
    html: 'a <span class="idiff addition">new </span>plan',
  };
  const asked: string[] = [];
  const path = '/acme/app/-/issues/1/descriptions/7';
  const line = `gid://gitlab/Note/${number}`;

  const told = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(told);
    if (typeof value !== 'object' || value === null) return value;
    const node = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, told(each)]));
    if (node['id'] !== line) return node;
    const { deleted, canDelete } = version;
    const descriptionVersion = {
      id: 'gid://gitlab/DescriptionVersion/7',
      canDelete,
      diffPath: deleted ? null : `${path}/diff`,
      deletePath: deleted ? null : path,
      description: deleted ? null : 'a plan',
    };
    const systemNoteMetadata = { id: 'gid://gitlab/SystemNoteMetadata/7', descriptionVersion };
    return { ...node, systemNoteIconName: 'pencil', systemNoteMetadata };
  };
  const { graphql, rest } = server;
  const [ask, request] = [graphql.request.bind(graphql), rest.request.bind(rest)];
  graphql.request = <R, V extends Record<string, unknown>>(...given: Parameters<typeof ask<R, V>>) =>
    ask<R, V>(...given).then((answer) => ({ ...answer, data: told(answer.data) as R }));
  rest.request = <R>(given: RestRequest, ...more: unknown[]): Cancellable<Answer<R>> => {
    if (!given.path.startsWith(path)) return request<R>(given, ...(more as []));
    asked.push(`${given.method} ${given.path.slice(path.length)}`);
    if (version.refuse) return Promise.reject(refusal(500));
    if (given.method === 'DELETE') version.deleted = true;
    return Promise.resolve({ data: version.html as R, status: 200, headers: {} });
  };
  return { version, asked };
}
