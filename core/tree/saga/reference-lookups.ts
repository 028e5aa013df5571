import type { CompletionJson } from '../../api/rest.ts';
import type { Ports } from '../../ports/index.ts';
import type { ReferenceKind, ReferenceToken } from '../../work-item/rules.ts';
import type { Completion, NamedItem } from '../rules.ts';
import { call, type SagaGenerator } from 'typed-redux-saga';
import { nodesOf } from '../../api/adapter.ts';
import { ReferencedEpicsOperation, ReferencedIssuesOperation } from '../../api/generated/operations.ts';
import { referenceCompletion } from '../../api/rest.ts';
import { abortable, isWireError, sleep } from '../../store/index.ts';
import { referenceKey } from '../../work-item/rules.ts';
import { COMPLETION_DEBOUNCE } from '../rules.ts';

/** TR-09.25: looks for what a word names. A failure offers nothing and says nothing: typing goes on. Null: it is not known what there is. */
export function* findReferences(
  { rest, clock }: Ports,
  groupPath: string,
  kind: ReferenceKind,
  asked: { readonly search: string; readonly parentIid?: string },
): SagaGenerator<readonly Completion[] | null> {
  yield* call(sleep, clock, COMPLETION_DEBOUNCE);
  try {
    const request = referenceCompletion(groupPath, kind, asked);
    const { data } = yield* call(() => abortable(rest.request<readonly CompletionJson[]>(request)));
    if (!Array.isArray(data)) return null;
    return (data as readonly CompletionJson[]).map(({ reference, title, state }) => ({
      reference,
      title,
      state: state === 'closed' ? 'closed' : 'opened',
    }));
  } catch (error) {
    if (!isWireError(error)) throw error;
    return null;
  }
}

/** So many tokens are asked for at once, of each group or project. */
const PAGE = 100;

/**
 * RL-02.3: what typed references mean, asked for by group or project, once for each token of a form; what is not found, or cannot be read, has no
 * title. `asked`: the form in which each was asked for last.
 */
export function* nameReferences(
  { graphql }: Ports,
  { serial, references }: { readonly serial: number; readonly references: readonly ReferenceToken[] },
  asked: Map<string, number>,
): SagaGenerator<readonly NamedItem[]> {
  const named: NamedItem[] = [];
  const fresh = references.filter((token) => asked.get(referenceKey(token)) !== serial);
  for (const token of fresh) asked.set(referenceKey(token), serial);
  const open = fresh.flatMap((token) => (token.ok && token.item === undefined ? [token] : []));
  for (const place of new Set(open.map(({ kind, path }) => `${kind} ${path ?? ''}`))) {
    const tokens = open.filter(({ kind, path }) => `${kind} ${path ?? ''}` === place).slice(0, PAGE);
    const [first] = tokens;
    if (first === undefined || first.path === null) continue;
    const variables = { fullPath: first.path, iids: tokens.map(({ iid }) => String(iid)) };
    try {
      const found =
        first.kind === 'epic'
          ? nodesOf(
              (yield* call(() => abortable(graphql.request(ReferencedEpicsOperation, variables)))).data.group?.epics,
            )
          : nodesOf(
              (yield* call(() => abortable(graphql.request(ReferencedIssuesOperation, variables)))).data.project
                ?.issues,
            );
      for (const { iid, title, state } of found) {
        const token = tokens.find((each) => String(each.iid) === iid);
        if (token === undefined) continue;
        named.push({
          reference: referenceKey(token),
          title: title ?? '',
          state: state === 'closed' ? 'closed' : 'opened',
        });
      }
    } catch (error) {
      if (!isWireError(error)) throw error;
    }
  }
  return named;
}
