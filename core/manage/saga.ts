import type { Ports } from '../ports/index.ts';
import { all, put } from 'typed-redux-saga';
import { accessForm, watchForms } from '../access/forms.ts';
import { failureText, isHidden } from '../access/failures.ts';
import { jsonOf } from '../api/wire-parts.ts';
import { observe, query } from '../query/index.ts';
import { withMeta } from '../store/action.ts';
import { placePath } from './noun.ts';
import { NOUNS } from './nouns/index.ts';
import { selectManagedList, selectManagedRole, type ManageRoot } from './select.ts';
import { manageActions, manageReads, type Change, type Entry } from './slice.ts';
import { MANAGE_TEXTS } from './texts.ts';

/** What a change invalidates: reads that began before it. */
const MANAGED = 'managed';
const PER_PAGE = 100;
/** Milliseconds from the last letter of a search until it is read. */
const SEARCH_DELAY = 250;

/** Of `gid://gitlab/User/7`. */
const numberOf = (globalId: string): string => globalId.slice(globalId.lastIndexOf('/') + 1);

/** BD-05.6 */
const role = query(manageReads.role, {
  request: ({ userId, ...place }) => ({ method: 'GET', path: placePath(place, 'members', 'all', numberOf(userId)) }),
  decode(answer: unknown) {
    const level = jsonOf(answer)['access_level'];
    return { level: typeof level === 'number' ? level : null };
  },
  hides: isHidden,
});

const list = query(manageReads.list, {
  request(asked, cursor) {
    const { list: request, searchedBy } = NOUNS[asked.noun];
    const given = request(asked);
    const search = asked.search.trim();
    const narrowed = { ...given.query, ...(search !== '' && { [searchedBy]: search }) };
    return { ...given, query: { ...narrowed, per_page: PER_PAGE, page: cursor ?? 1 } };
  },
  decode: (answer: unknown, { noun }) => ({
    entries: (Array.isArray(answer) ? answer : []).flatMap((json: unknown): Entry[] => {
      const entry = NOUNS[noun].entryOf(json);
      return entry === null ? [] : [entry];
    }),
  }),
  pages: ({ entries }, cursor) => (entries.length < PER_PAGE ? null : (cursor ?? 1) + 1),
  readsVersionsOf: () => [MANAGED],
  delay: ({ search }, before) => (before === null || search === before.search ? 0 : SEARCH_DELAY),
  failure: (error, { noun }) => failureText(error, NOUNS[noun].failure),
});

/** BD-05.3: one change at a time. The server's sentences begin with the name of a field, in small letters. */
const FORM = accessForm({
  submitted: manageActions.submitted,
  shown: ({ manage }: ManageRoot) => manage.form,
  refuse({ page, what, draft }: Change) {
    const faults = what === 'save' ? NOUNS[page.noun].faults(draft) : {};
    return Object.values(faults).some((fault) => fault !== null)
      ? manageActions.refused({ error: null, faults })
      : null;
  },
  request: (change) => NOUNS[change.page.noun].request(change),
  *done(_ports, _answer, { page, what }) {
    yield* put(withMeta(manageActions.saved({ page, what }), { invalidates: [MANAGED] }));
  },
  failed(error) {
    const text = failureText(error, MANAGE_TEXTS.saving);
    return manageActions.refused({ error: text.charAt(0).toUpperCase() + text.slice(1), faults: {} });
  },
});

const { opened, narrowed, retried, moreAsked, saved } = manageActions;

/** Reads what the page shows, and sends what is changed on it. */
export function* manageSaga(ports: Ports): Generator {
  yield* all([
    watchForms(ports, [FORM]),
    observe(ports, role, { params: selectManagedRole, opened: opened.type }),
    observe(ports, list, {
      params: selectManagedList,
      opened: opened.type,
      changes: narrowed.type,
      again: retried.type,
      more: moreAsked.type,
      stale: saved.type,
    }),
  ]);
}
