import type { Ports, RestRequest } from '../ports/index.ts';
import { all, call, put } from 'typed-redux-saga';
import { accessForm, watchForms } from '../access/forms.ts';
import { failureText, isHidden } from '../access/failures.ts';
import { jsonOf, textOf } from '../api/wire-parts.ts';
import { observe, query } from '../query/index.ts';
import { withMeta } from '../store/action.ts';
import { placePath } from './noun.ts';
import { NOUNS } from './nouns/index.ts';
import { selectManagedList, selectManagedRole, type ManageRoot } from './select.ts';
import { manageActions, manageReads, type Change, type ManageState } from './slice.ts';
import { MANAGE_TEXTS } from './texts.ts';

/** What a change invalidates: reads that began before it. */
const MANAGED = 'managed';
const PER_PAGE = 100;
/** Milliseconds from the last letter of a search until it is read. */
const SEARCH_DELAY = 250;
/** The same in the form that invites (facts.md). */
const SUGGESTION_DELAY = 200;
const SUGGESTED = 20;

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

/** Where nothing is to be read (`selectManagedList`), nothing is asked for. */
const NOTHING: RestRequest = { method: 'GET', path: '/' };

const list = query(manageReads.list, {
  request(asked, cursor) {
    const { list: request, searchedBy } = NOUNS[asked.noun];
    const given = request(asked) ?? NOTHING;
    if (searchedBy === undefined) return given;
    const search = asked.search.trim();
    const narrowed = { ...given.query, ...(search !== '' && { [searchedBy]: search }) };
    return { ...given, query: { ...narrowed, per_page: PER_PAGE, page: cursor ?? 1 } };
  },
  decode(answer: unknown, asked) {
    const { rowsIn, entryOf } = NOUNS[asked.noun];
    return { entries: [rowsIn?.(answer, asked) ?? answer].flat().flatMap((json) => entryOf(json) ?? []) };
  },
  pages: ({ entries }, cursor) => (entries.length < PER_PAGE ? null : (cursor ?? 1) + 1),
  readsVersionsOf: () => [MANAGED],
  delay: ({ search }, before) => (before === null || search === before.search ? 0 : SEARCH_DELAY),
  failure: (error, { noun }) => failureText(error, NOUNS[noun].failure),
});

/** BD-05.9 */
const suggestions = query(manageReads.suggestions, {
  request({ what, search }) {
    const found = { search: search.trim(), per_page: SUGGESTED };
    return what === 'people'
      ? { method: 'GET', path: '/api/v4/users', query: { ...found, active: true } }
      : { method: 'GET', path: '/api/v4/groups', query: found };
  },
  decode: (answer: unknown) => ({
    suggested: (Array.isArray(answer) ? answer : []).map((json: unknown) => {
      const { id, name, username, full_path } = jsonOf(json);
      const detail = username === undefined ? textOf(full_path, '') : `@${textOf(username, '')}`;
      return { id: String(id), title: textOf(name, ''), detail };
    }),
  }),
  delay: (_params, before) => (before === null ? 0 : SUGGESTION_DELAY),
  failure: (error) => failureText(error, MANAGE_TEXTS.suggestions),
});

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

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
  *done({ navigation }, answer, change) {
    const { page, what } = change;
    const noun = NOUNS[page.noun];
    const refusal = noun.refusalIn?.(answer) ?? null;
    if (refusal !== null) {
      yield* put(withMeta(manageActions.refused(refusal), { invalidates: [MANAGED] }));
      return;
    }
    yield* put(withMeta(manageActions.saved({ page, what }), { invalidates: [MANAGED] }));
    const next = noun.next?.(answer, change) ?? null;
    if (next !== null) yield* call([navigation, navigation.visit], next);
  },
  failed(error) {
    const texts = error.messages.length > 1 ? error.messages : [failureText(error, MANAGE_TEXTS.saving)];
    return manageActions.refused({ error: texts.map(sentence).join('. '), faults: {} });
  },
});

const { opened, narrowed, retried, moreAsked, saved, refused, suggestionsAsked } = manageActions;

/** Reads what the page shows, and sends what is changed on it. */
export function* manageSaga(ports: Ports): Generator {
  yield* all([
    watchForms(ports, [FORM]),
    observe(ports, role, { params: selectManagedRole, opened: opened.type }),
    observe(ports, suggestions, {
      params: ({ manage }: { readonly manage: ManageState }) => manage.suggestions,
      changes: [suggestionsAsked.type, opened.type],
    }),
    observe(ports, list, {
      params: selectManagedList,
      opened: opened.type,
      changes: narrowed.type,
      again: retried.type,
      more: moreAsked.type,
      // Some of those who were invited may be members.
      stale: [saved.type, refused.type],
    }),
  ]);
}
