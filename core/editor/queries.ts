import type { SagaGenerator } from 'typed-redux-saga';
import type { CompletionJson } from '../api/rest-searches.ts';
import type { PendingState } from '../mutation/index.ts';
import type { Answer, Operation, Ports } from '../ports/index.ts';
import type { ItemRecords } from '../work-item/entity.ts';
import type { EditorSearch, PreviewAsked } from './actions.ts';
import type { Choice } from './choices.ts';
import type { EditorRoot } from './slice.ts';
import { all, call, select } from 'typed-redux-saga';
import {
  EpicLabelsOperation,
  ItemLabelsOperation,
  ItemMilestonesOperation,
  ItemPeopleOperation,
  SearchGroupMilestonesOperation,
  SearchGroupUsersOperation,
} from '../api/generated/operations.ts';
import { referenceCompletion } from '../api/rest-searches.ts';
import { nodesOf, type Nodes } from '../api/wire-parts.ts';
import { observe, query } from '../query/index.ts';
import { abortable, wireFault } from '../store/effects.ts';
import { get } from '../table/index.ts';
import { editorActions, editorReads, isMaking } from './actions.ts';
import { CHOICES_MAX, quotedName, SEARCH_DELAY } from './rules.ts';
import { EDITOR_TEXTS } from './texts.ts';

const ask = <A, V extends Record<string, unknown>>({ graphql }: Ports, operation: Operation<A, V>, variables: V) =>
  call(() => abortable(graphql.request(operation, variables)));

interface PersonParts {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly avatarUrl: string | null;
}

const people = (members: Nodes<{ readonly user: PersonParts | null }> | undefined): readonly Choice[] => {
  const users = nodesOf(members).flatMap(({ user }) => user ?? []);
  return [...new Map(users.map((user) => [user.id, user])).values()].map(({ id, name, username, avatarUrl }) => ({
    key: id,
    written: `@${username}`,
    label: username,
    hint: name,
    avatarUrl,
  }));
};

const labels = (
  list: Nodes<{ readonly id: string; readonly title: string; readonly color: string }> | undefined,
): readonly Choice[] =>
  nodesOf(list).map(({ id, title, color }) => ({
    key: id,
    written: quotedName('~', title),
    label: title,
    hint: null,
    color,
  }));

const milestones = (list: Nodes<{ readonly id: string; readonly title: string }> | undefined): readonly Choice[] =>
  nodesOf(list).map(({ id, title }) => ({ key: id, written: quotedName('%', title), label: title, hint: null }));

/** IE-09.44: a reference without the path where the text belongs to the same project. */
const items = (list: readonly CompletionJson[], projectPath: string | null): readonly Choice[] =>
  list.map(({ reference, title }) => {
    const written = reference.startsWith(`${projectPath ?? ''}#`)
      ? reference.slice(projectPath?.length ?? 0)
      : reference;
    return { key: reference, written, label: written, hint: title };
  });

function* inProject(ports: Ports, { kind, term }: EditorSearch, fullPath: string): SagaGenerator<readonly Choice[]> {
  const search = term === '' ? {} : { search: term };
  if (kind === 'person') {
    const { data } = yield* ask(ports, ItemPeopleOperation, { fullPath, ...search });
    return people(data.project?.projectMembers);
  }
  if (kind === 'label') {
    const { data } = yield* ask(ports, ItemLabelsOperation, { fullPath, ...search });
    return labels(data.project?.labels);
  }
  const { data } = yield* ask(ports, ItemMilestonesOperation, { fullPath, ...search });
  return milestones(data.project?.milestones);
}

function* inGroup(ports: Ports, { kind, term }: EditorSearch, fullPath: string): SagaGenerator<readonly Choice[]> {
  const search = { fullPath, first: CHOICES_MAX, ...(term === '' ? {} : { search: term }) };
  if (kind === 'person') return people((yield* ask(ports, SearchGroupUsersOperation, search)).data.group?.groupMembers);
  if (kind === 'label') {
    const { data } = yield* ask(ports, EpicLabelsOperation, { fullPath, ...(term === '' ? {} : { searchTerm: term }) });
    return labels(data.workspace?.labels);
  }
  return milestones((yield* ask(ports, SearchGroupMilestonesOperation, search)).data.group?.milestones);
}

function* find(ports: Ports, search: EditorSearch): SagaGenerator<readonly Choice[]> {
  const { kind, term, groupPath, projectPath } = search;
  const group = groupPath ?? projectPath?.slice(0, Math.max(projectPath.lastIndexOf('/'), 0)) ?? '';
  if (kind === 'issue' || kind === 'epic') {
    const request = referenceCompletion(group, kind, { search: term });
    const { data } = yield* call(() => abortable(ports.rest.request<readonly CompletionJson[]>(request)));
    return items(data, projectPath);
  }
  return yield* projectPath === null ? inGroup(ports, search, group) : inProject(ports, search, projectPath);
}

/** IE-09.46: a search that fails offers nothing: what is typed needs no help. */
const search = query(editorReads.search, {
  delay: ({ term }, before) => (before === null && term === '' ? 0 : SEARCH_DELAY),
  hides: () => false,
  *read(ports, asked): SagaGenerator<Answer<readonly Choice[]>> {
    return { status: 200, headers: {}, data: yield* find(ports, asked) };
  },
  decode: (choices: readonly Choice[]) => choices,
});

interface PreviewAnswer {
  readonly body?: unknown;
  readonly references?: { readonly commands?: unknown };
}

/** Facts 3.4. IE-09.55: of a text with quick actions it is told what they will do. */
function* rendered(
  { rest }: Ports,
  { projectPath, groupPath, text, commentOn = '', edits }: PreviewAsked,
): SagaGenerator<Answer<PreviewAnswer>> {
  const item = yield* select((root: PendingState<ItemRecords>) => get(root.confirmed.items, commentOn));
  const type = isMaking(commentOn) ? commentOn : item?.type;
  const target = type !== undefined && {
    target_type: type === 'epic' ? 'Epic' : 'Issue',
    target_id: item?.iid,
    ...(edits && { edits }),
  };
  const path = `/${projectPath ?? `groups/${groupPath ?? ''}`}/-/preview_markdown`;
  return yield* call(() => abortable(rest.request<PreviewAnswer>({ method: 'POST', path, body: { text, ...target } })));
}

const preview = query(editorReads.preview, {
  read: rendered,
  decode({ body, references }: PreviewAnswer) {
    if (typeof body !== 'string') throw wireFault('malformed');
    return { html: body, commands: typeof references?.commands === 'string' ? references.commands : '' };
  },
  failure: () => EDITOR_TEXTS.previewFailed,
  hides: () => false,
});

/** What is not looked for on the server: what is offered is known here. */
const KNOWN_HERE: ReadonlySet<string> = new Set(['emoji', 'action']);

function searchAsked({ editor }: EditorRoot): EditorSearch | null {
  const { search: asked } = editor;
  const isSomewhere = asked !== null && (asked.groupPath !== null || asked.projectPath !== null);
  return isSomewhere && !KNOWN_HERE.has(asked.kind) ? asked : null;
}

/** Looks for what may be meant, of several searches for the latest, and fetches the previews that are shown. */
export function* editorSaga(ports: Ports): Generator {
  const { triggered, triggerLeft, previewAsked, previewLeft, previewRetried } = editorActions;
  yield* all([
    observe(ports, search, { params: searchAsked, changes: [triggered.type, triggerLeft.type] }),
    observe(ports, preview, {
      params: ({ editor }: EditorRoot) =>
        Object.values(editor.previews).flatMap(({ html: _, commands: __, ...asked }) =>
          asked.text.trim() === '' ? [] : asked,
        ),
      concerns: ({ id }, action) => !previewRetried.match(action) || action.payload.id === id,
      changes: [previewAsked.type, previewLeft.type],
      again: previewRetried.type,
    }),
  ]);
}
