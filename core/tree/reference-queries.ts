/** How a field of references is read for: the items that are offered, and the titles of tokens. */
import type { SagaGenerator } from 'typed-redux-saga';
import type { CompletionJson } from '../api/rest-searches.ts';
import type { Answer, Ports } from '../ports/index.ts';
import type { QueryRoot, Shown } from '../query/index.ts';
import type { CompletionPlace, CompletionSearch, FieldActions, FieldReads, ReferencesOf } from './references.ts';
import type { Completion, NamedItem, ReferenceField } from './rules.ts';
import { nodesOf } from '../api/adapter.ts';
import { ReferencedEpicsOperation, ReferencedIssuesOperation } from '../api/generated/operations.ts';
import { referenceCompletion } from '../api/rest-searches.ts';
import { observe, query } from '../query/index.ts';
import { abortable } from '../store/effects.ts';
import { call, fork } from 'typed-redux-saga';
import { COMPLETION_DEBOUNCE } from './rules.ts';

const isNeverHidden = { hides: () => false };

const stateOf = (state: string | undefined): Completion['state'] => (state === 'closed' ? 'closed' : 'opened');

/** A field that is open. */
export interface OpenField {
  readonly field: ReferenceField;
  /** Null: it is not known where to look for items. */
  readonly place: CompletionPlace | null;
}

/** TR-09.25: what is looked for, a while after the last key. */
const completions = (reads: FieldReads) =>
  query(reads.completions, {
    ...isNeverHidden,
    request: ({ groupPath, kind, search, parentIid }) =>
      referenceCompletion(groupPath, kind, { search, ...(parentIid !== undefined && { parentIid }) }),
    decode: (answer: readonly CompletionJson[], { groupPath, writtenOut }) =>
      Array.isArray(answer)
        ? (answer as readonly CompletionJson[]).map(({ reference, title, state }): Completion => ({
            reference: writtenOut && /^[&#]/.test(reference) ? `${groupPath}${reference}` : reference,
            title,
            state: stateOf(state),
          }))
        : null,
    delay: () => COMPLETION_DEBOUNCE,
  });

const completionAsked = ({ field: { completion }, place }: OpenField): readonly CompletionSearch[] =>
  completion.search === null || place === null ? [] : [{ ...place, search: completion.search }];

interface Node {
  readonly iid: string;
  readonly title: string | null;
  readonly state: string;
}

const references = (reads: FieldReads) =>
  query(reads.references, {
    ...isNeverHidden,
    read: readReferences,
    decode: (nodes: readonly Node[]): readonly NamedItem[] =>
      nodes.map(({ iid, title, state }) => ({ iid: Number(iid), title: title ?? '', state: stateOf(state) })),
  });

function* readReferences(
  { graphql }: Ports,
  { kind, path, iids }: ReferencesOf,
): SagaGenerator<Answer<readonly Node[]>> {
  const variables = { fullPath: path, iids: iids.map(String) };
  if (kind === 'epic') {
    const answer = yield* call(() => abortable(graphql.request(ReferencedEpicsOperation, variables)));
    return { ...answer, data: nodesOf(answer.data.group?.epics) };
  }
  const answer = yield* call(() => abortable(graphql.request(ReferencedIssuesOperation, variables)));
  return { ...answer, data: nodesOf(answer.data.project?.issues) };
}

/** So many are asked for at once, of each group or project. */
const PAGE = 100;

/** RL-02.3: the tokens of which nothing is known yet. */
function referencesAsked({ field }: OpenField): readonly ReferencesOf[] {
  const places = new Map<string, ReferencesOf & { readonly iids: number[] }>();
  for (const token of field.references) {
    if (!token.ok || token.item !== undefined || token.path === null) continue;
    const { kind, path, iid } = token;
    const place = places.get(`${kind} ${path}`) ?? { kind, path, iids: [] };
    if (place.iids.length < PAGE) place.iids.push(iid);
    places.set(`${kind} ${path}`, place);
  }
  return [...places.values()];
}

/** What a domain says of the field in its form. `R`: the part of the state that it looks at. */
export interface FieldPlan<R> {
  readonly actions: FieldActions;
  readonly reads: FieldReads;
  /** Those that are open. */
  open(state: R): readonly OpenField[];
  /** Actions that open or close it, by their types. */
  readonly changes: readonly string[];
}

/** Reads for a field as long as it is open: whatever changes the word, or closes list or form, gives up what is being looked for. */
export function* watchField<R extends QueryRoot>(
  ports: Ports,
  { actions, reads, open, changes: own }: FieldPlan<R>,
): SagaGenerator<void> {
  const typing = Object.values(actions).map(({ type }) => type);
  const shown = <P>(params: (field: OpenField) => readonly P[]): Shown<P, null, R> => ({
    params: (state: R) => open(state).flatMap(params),
    changes: [...own, ...typing, reads.references.received.type, reads.references.failed.type],
  });
  yield* fork(() => observe(ports, completions(reads), shown(completionAsked)));
  yield* fork(() => observe(ports, references(reads), shown(referencesAsked)));
}
