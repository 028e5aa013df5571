import type { TestServer } from '../../graphql/testing.ts';
import { hiddenText } from '../../command/outcome.ts';
import { REORDER_ERRORS } from '@espalier/core/tree/rules';
import type { Ask } from './rows.ts';

export interface Answer {
  readonly status: number;
  /** Body and headers as they came, with what opaque cursors hold. */
  readonly text: string;
  /** What was asked with, as text. */
  readonly asked: string;
  /** A question that cannot have changed anything. */
  readonly reading: boolean;
  /** `fault`: neither an answer nor a refusal, so the question itself was wrong. */
  readonly verdict: 'done' | 'refused' | 'absent' | 'fault';
  /** A list whose count differs from its rows; null where there is none. */
  readonly miscounted: string | null;
}

export async function send(
  { app }: TestServer,
  { method, url, body }: Ask,
  token: string | undefined,
): Promise<Answer> {
  const answer = await app.inject({
    method,
    url,
    headers: {
      accept: 'application/json',
      ...(token !== undefined && { 'private-token': token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const { statusCode: status, headers } = answer;
  const told = [headers['link'], headers['location'], headers['x-total']].filter((value) => value !== undefined);
  const json: unknown = parsed(answer.body);
  return {
    status,
    text: [answer.body, ...told, ...cursors(answer.body)].join('\n'),
    asked: `${decodeURIComponent(url)} ${JSON.stringify(body ?? '')}`,
    reading: method === 'GET' || JSON.stringify(body ?? '').startsWith('{"query":"query'),
    verdict: url === '/api/graphql' ? graphqlVerdict(status, json) : restVerdict(status),
    miscounted: url === '/api/graphql' ? miscounted(json, []) : restMiscounted(headers, json),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the cursors of an answer hold: the values of the order are in them. */
function cursors(text: string): string[] {
  return [...text.matchAll(/"(?:endCursor|startCursor|cursor)":"([^"]+)"/g)].map(([, cursor = '']) =>
    Buffer.from(cursor, 'base64url').toString('utf8'),
  );
}

function restVerdict(status: number): Answer['verdict'] {
  if (status < 400) return 'done';
  if (status === 401 || status === 403) return 'refused';
  return status === 404 ? 'absent' : 'fault';
}

const REFUSALS: readonly unknown[] = [hiddenText, REORDER_ERRORS.permission];

/** One root field is asked for: null is absence; a payload with the one text of all refusals is a refusal. */
function graphqlVerdict(status: number, json: unknown): Answer['verdict'] {
  const { data, errors } = isRecord(json) ? json : {};
  // AP-14.92: of a payload that cannot be without its group.
  const isHidden = Array.isArray(errors) && errors.every((each) => isRecord(each) && each['message'] === hiddenText);
  if (isHidden && isRecord(data) && Object.values(data).every((value) => value === null)) return 'refused';
  if (status !== 200 || errors !== undefined || !isRecord(data)) return 'fault';
  let root: unknown = Object.values(data)[0];
  // One epic or issue is asked for by way of its group or project.
  if (isRecord(root) && Object.keys(root).length === 1) root = Object.values(root)[0];
  if (root === null || root === undefined) return 'absent';
  const said = isRecord(root) ? root['errors'] : undefined;
  if (!Array.isArray(said) || said.length === 0) return isEmptyList(root) ? 'absent' : 'done';
  return said.length === 1 && REFUSALS.includes(said[0]) ? 'refused' : 'fault';
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmptyList = (root: unknown): boolean =>
  isRecord(root) && Array.isArray(root['nodes']) && root['nodes'].length === 0;

/** Counts of whole lists are the number of their rows: nothing is counted that is not listed. */
function miscounted(value: unknown, path: readonly string[]): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { count, nodes, blocked, blockedByCount, blockedByEpics, blockedByIssues } = value as Readonly<
    Record<string, unknown>
  >;
  const blockers = blockedByEpics ?? blockedByIssues;
  if (isRecord(blockers) && Array.isArray(blockers['nodes']) && blockedByCount !== undefined) {
    const listed = blockers['nodes'].length;
    if (blockedByCount !== listed || blocked !== listed > 0) {
      return `${path.join('.')} is blocked (${String(blocked)}) by ${String(blockedByCount)} of ${listed}`;
    }
  }
  if (typeof count === 'number' && Array.isArray(nodes) && nodes.length < 20 && count !== nodes.length) {
    return `${path.join('.')} counts ${count} of ${nodes.length}`;
  }
  for (const [key, inner] of Object.entries(value)) {
    const found = miscounted(inner, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}

function restMiscounted(headers: Readonly<Record<string, unknown>>, json: unknown): string | null {
  const total = headers['x-total'];
  if (typeof total !== 'string' || !Array.isArray(json) || json.length >= 20) return null;
  return Number(total) === json.length ? null : `x-total ${total} of ${json.length}`;
}
