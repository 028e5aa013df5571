import type { EpicRef } from '../epic/actions.ts';
import type { Answer, Ports } from '../ports/index.ts';
import type { Label } from '../work-item/types.ts';
import { call, select, type SagaGenerator } from 'typed-redux-saga';
import {
  EpicAncestorsOperation,
  EpicColorOperation,
  EpicLabelsFromOperation,
  EpicLabelsOperation,
  EpicParticipantsOperation,
  EpicSidebarOperation,
  type EpicAncestorsQuery,
  type EpicColorQuery,
  type EpicLabelsQuery,
  type EpicParticipantsQuery,
  type EpicSidebarQuery,
} from '../api/generated/operations.ts';
import { cursorOfNext, dayOf, nodesOf } from '../api/wire-parts.ts';
import { epicCore } from '../epic/wire.ts';
import { recordKey } from '../entities/index.ts';
import { query, readPages, REFRESH_AGAIN, selectQuery, type QueryState } from '../query/index.ts';
import { abortable, wireFault } from '../store/effects.ts';
import { inPlace, PLACES } from '../store/place.ts';
import {
  type Ancestor,
  type ChildDates,
  type LabelPage,
  type LabelSearch,
  type SidebarPart,
  sidebarReads,
} from './actions.ts';
import { confirmedChildDates } from './select-dates.ts';
import { notesKey } from '../work-item/extras/notes.ts';
import { idOfType } from '../work-item/rules.ts';
import { epicFacts } from './fields.ts';
import { openEpic, shownIn } from './select-root.ts';
import type { SidebarRoot } from './state.ts';

/** Shown where a part cannot be read. Those of the error catalogue come first; the last one follows its wording. */
export const READING_ERRORS = {
  ancestors: 'An error occurred while fetching ancestors.',
  participants: 'There was an error getting the epic participants.',
  labels: 'There was a problem fetching labels.',
  color: 'Error fetching epic color.',
  epic: 'Something went wrong while fetching the details of the epic.',
} as const;

const variables = ({ groupPath, iid }: EpicRef) => ({ fullPath: groupPath, iid });

/** EP-18.45: a part that is missing in an answer has failed; that the epic is gone is for its page to say. */
function found<T>(part: T | null | undefined): T {
  if (part === null || part === undefined) throw wireFault('graphql');
  return part;
}

const ofEpic = {
  hides: () => false,
  // mutant: sidebar-reads-once
  retry: REFRESH_AGAIN,
};

/** EP-18.44: of parts that an edit of the epic may change. */
const ofRecord = {
  ...ofEpic,
  // mutant: sidebar-stale-reading
  readsVersionsOf: ({ id }: EpicRef) => [recordKey(id), notesKey(id)],
};

interface EpicAnswer {
  readonly node: NonNullable<NonNullable<EpicSidebarQuery['group']>['epic']>;
  readonly labels: readonly Label[];
  readonly children: ChildDates;
}

/** EP-08.15: the fields of the epic with all of its labels, from all pages; with them the dates that the shown children give at that moment (EP-07.35). */
function* readEpic({ graphql }: Ports, ref: EpicRef): SagaGenerator<Answer<EpicAnswer>> {
  const answer = yield* call(() => abortable(graphql.request(EpicSidebarOperation, variables(ref))));
  const node = found(answer.data.group?.epic);
  let labels: readonly Label[] = nodesOf(node.labels);
  for (let after = cursorOfNext(node.labels); after !== null;) {
    const from = { ...variables(ref), after };
    const { data } = yield* call(() => abortable(graphql.request(EpicLabelsFromOperation, from)));
    const page = found(data.group?.epic?.labels);
    labels = [...labels, ...nodesOf(page)];
    after = cursorOfNext(page);
  }
  const children = yield* select((root: SidebarRoot) => confirmedChildDates(shownIn(root, ref.id), ref.id));
  return { ...answer, data: { node, labels, children } };
}

const epic = query(sidebarReads.epic, {
  ...ofRecord,
  read: readEpic,
  decode({ node, labels, children }: EpicAnswer) {
    const [todo] = nodesOf(node.currentUserTodos);
    const facts = {
      ...epicFacts(node),
      labels,
      parentConfidential: node.parent?.confidential === true,
      todo: { exists: todo !== undefined, deletePath: todo === undefined ? null : todoPathOf(todo.id) },
    };
    return { epic: facts, children };
  },
  failure: () => READING_ERRORS.epic,
});

/** EP-06.4: where a to-do is deleted, by its global id; null if the id is malformed. */
function todoPathOf(id: string): string | null {
  const number = idOfType(id, 'Todo');
  return number === null ? null : `/dashboard/todos/${number}`;
}

/** EP-09.20 */
const color = query(sidebarReads.color, {
  ...ofRecord,
  request: (ref) => [EpicColorOperation, variables(ref)],
  decode({ workspace }: EpicColorQuery) {
    const { color: read, textColor } = found(workspace?.issuable);
    return { color: read, textColor };
  },
  failure: () => READING_ERRORS.color,
});

/** EP-11.30 */
const ancestors = query(sidebarReads.ancestors, {
  ...ofEpic,
  request: (ref) => [EpicAncestorsOperation, variables(ref)],
  decode({ workspace }: EpicAncestorsQuery) {
    const node = found(workspace?.issuable);
    const list = nodesOf(node.ancestors).map((ancestor): Ancestor => ({
      ...epicCore(ancestor),
      startDate: dayOf(ancestor.startDate),
      dueDate: dayOf(ancestor.dueDate),
      hasParent: ancestor.hasParent,
      parentId: ancestor.parent?.id ?? null,
    }));
    return { hasParent: node.hasParent, parentId: node.parent?.id ?? null, list };
  },
  failure: () => READING_ERRORS.ancestors,
});

/** EP-12.3 */
const participants = query(sidebarReads.participants, {
  ...ofEpic,
  readsVersionsOf: ({ id }) => [notesKey(id)],
  read: (ports: Ports, ref) =>
    readPages(ports, EpicParticipantsOperation, variables(ref), ({ workspace }) =>
      cursorOfNext(workspace?.issuable?.participants),
    ),
  decode: (pages: readonly EpicParticipantsQuery[]) => ({
    people: pages.flatMap(({ workspace }) => nodesOf(found(workspace?.issuable).participants)),
  }),
  failure: () => READING_ERRORS.participants,
});

/** EP-08.14: at most this many pages of 100 labels are read; beyond that one searches by title. */
const LABEL_PAGES = 10;

/** EP-08.4: milliseconds between the last keystroke and the search. */
export const LABEL_SEARCH_DELAY = 250;

/** The labels that an epic of the group can have. */
const labels = query(sidebarReads.labels, {
  request: ({ groupPath, search }: LabelSearch, cursor: LabelPage | null) => [
    EpicLabelsOperation,
    {
      fullPath: groupPath,
      ...(search === '' ? {} : { searchTerm: search }),
      ...(cursor === null ? {} : { after: cursor.after }),
    },
  ],
  decode({ workspace }: EpicLabelsQuery) {
    const page = found(workspace?.labels);
    return { labels: nodesOf(page), next: cursorOfNext(page) };
  },
  pages({ next }, cursor) {
    const page = (cursor?.page ?? 1) + 1;
    return next === null || page > LABEL_PAGES ? null : { after: next, page };
  },
  delay: ({ search }, before) => (before === null && search === '' ? 0 : LABEL_SEARCH_DELAY),
  hides: () => false,
  failure: () => READING_ERRORS.labels,
});

export const sidebarQueries = { epic, color, ancestors, participants, labels };

/** The epic whose parts are read; null: none is shown. */
export const shownRef = (root: SidebarRoot): EpicRef | null => (root.sidebar.id === null ? null : openEpic(root));

/** The epics whose parts are read, in all places where that is so. */
export const shownRefs = (root: SidebarRoot, isRead: (seen: SidebarRoot) => boolean = () => true): readonly EpicRef[] =>
  PLACES.map((place) => inPlace(root, place)).flatMap((seen) => (isRead(seen) ? (shownRef(seen) ?? []) : []));

/** The search whose labels are offered; null: the picker is closed. */
export function searchedLabels(root: SidebarRoot): LabelSearch | null {
  const { picker, place } = root.sidebar;
  const ref = picker.open ? shownRef(root) : null;
  if (ref === null) return null;
  return { groupPath: ref.groupPath, search: picker.search.trim(), ...(place !== undefined && { place }) };
}

/** The status of reading a part. */
export const partState = (root: SidebarRoot, part: SidebarPart): QueryState =>
  part === 'labels'
    ? selectQuery(root, labels, searchedLabels(root))
    : selectQuery(root, sidebarQueries[part], shownRef(root));
