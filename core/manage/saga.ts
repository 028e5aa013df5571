import type { Ports, RestRequest } from '../ports/index.ts';
import { all, call, put, select } from 'typed-redux-saga';
import { accessActions } from '../access/index.ts';
import { accessForm, watchForms } from '../access/forms.ts';
import { failureText, isHidden } from '../access/failures.ts';
import { routeOf, selectAddress, type FrameState } from '../frame/index.ts';
import { jsonOf, textOf } from '../api/wire-parts.ts';
import { observe, query } from '../query/index.ts';
import { withMeta, type AnyAction } from '../store/action.ts';
import { templateActions } from '../template/index.ts';
import { isPageAt } from './address.ts';
import { nameFrom, watchNames } from './names.ts';
import { placePath, type GraphqlRead } from './noun.ts';
import { NOUNS } from './nouns/index.ts';
import { selectManagedList, selectManagedRole, type ManageRoot } from './select.ts';
import {
  manageActions,
  manageReads,
  MANAGED,
  type Change,
  type ManagedList,
  type ManagedPage,
  type ManageState,
} from './slice.ts';
import { watchTemplateFiles } from './template-files.ts';
import { MANAGE_TEXTS } from './texts.ts';

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
  readsVersionsOf: () => [MANAGED],
  hides: isHidden,
});

/** Where nothing is to be read (`selectManagedList`), nothing is asked for. */
const NOTHING: RestRequest = { method: 'GET', path: '/' };

function listRequest(asked: ManagedList, cursor: number | string | null): RestRequest | GraphqlRead {
  const { list: request, searchedBy } = NOUNS[asked.noun];
  const given = request(asked, ...(typeof cursor === 'string' ? [cursor] : [])) ?? NOTHING;
  if (searchedBy === undefined || !('path' in given)) return given;
  const search = asked.search.trim();
  const narrowed = { ...given.query, ...(search !== '' && { [searchedBy]: search }) };
  return { ...given, query: { ...narrowed, per_page: PER_PAGE, page: cursor ?? 1 } };
}

const list = query(manageReads.list, {
  request: listRequest,
  read: (ports, asked) => NOUNS[asked.noun].read?.(ports, asked) ?? null,
  decode(answer: unknown, asked) {
    const { rowsIn, nextIn, entryOf, searchedBy, read } = NOUNS[asked.noun];
    const rows = rowsIn === undefined ? answer : rowsIn(answer, asked);
    const entries = [rows].flat().flatMap((json) => entryOf(json) ?? []);
    if (rows === null || (read !== undefined && entries.length === 0)) return null;
    if (nextIn !== undefined) return { entries, next: nextIn(answer) };
    return { entries, ...(searchedBy === undefined && { isWhole: true as const }) };
  },
  pages({ entries, isWhole, next }, cursor) {
    if (next !== undefined) return next;
    return isWhole === true || entries.length < PER_PAGE ? null : Number(cursor ?? 1) + 1;
  },
  readsVersionsOf: () => [MANAGED],
  delay: ({ search }, before) => (before === null || search === before.search ? 0 : SEARCH_DELAY),
  failure(error, { noun }) {
    const { failure, denied } = NOUNS[noun];
    return error.status === 403 && denied !== undefined ? denied : failureText(error, failure);
  },
  *also(_data, { noun }, answer) {
    if (NOUNS[noun].isPlace === true) yield* nameFrom(answer);
  },
});

/** BD-05.9 */
const suggestions = query(manageReads.suggestions, {
  request(asked) {
    const search = asked.search.trim();
    const found = { search, per_page: SUGGESTED };
    const { what, page } = asked;
    if (what === 'people') return { method: 'GET', path: '/api/v4/users', query: { ...found, active: true } };
    if (page === undefined) return { method: 'GET', path: '/api/v4/groups', query: found };
    // BD-05.81: with what is inherited.
    const given = NOUNS[page.noun].list({ ...page, search, filter: 'all' }) ?? NOTHING;
    return 'path' in given ? { ...given, query: { ...given.query, ...found } } : given;
  },
  decode: (answer: unknown) => ({
    suggested: (Array.isArray(answer) ? answer : []).map((json: unknown) => {
      const { id, name, username, full_path } = jsonOf(json);
      const detail = username === undefined ? textOf(full_path, '') : `@${textOf(username, '')}`;
      return { id: String(id), title: textOf(name, ''), detail };
    }),
  }),
  delay: ({ search }) => (search === '' ? 0 : SUGGESTION_DELAY),
  failure: (error) => failureText(error, MANAGE_TEXTS.suggestions),
});

const sentence = (text: string): string => {
  const words = text.replace(/^\w+/, (name) => name.replaceAll('_', ' '));
  return words.charAt(0).toUpperCase() + words.slice(1);
};

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
  *done({ navigation, secrets }, answer, change) {
    const { page, what, id } = change;
    const noun = NOUNS[page.noun];
    const refusal = noun.refusalIn?.(answer) ?? null;
    if (refusal !== null) {
      yield* put(withMeta(manageActions.refused({ ...refusal, page }), { invalidates: [MANAGED] }));
      return;
    }
    const secret = noun.secretIn?.(answer) ?? null;
    if (secret !== null) yield* call(() => secrets?.show(`${page.noun} ${id ?? ''}`, secret));
    if (noun.isPlace === true) yield* nameFrom(answer);
    const entry = noun.isOne === true ? noun.entryOf(answer) : null;
    const saved = manageActions.saved({ page, what, ...(entry !== null && { entry }) });
    yield* put(withMeta(saved, { invalidates: [MANAGED] }));
    const others = noun.changed?.(page) ?? null;
    if (others !== null) yield* put(others);
    const next = noun.next?.(answer, change) ?? null;
    // Whoever has gone on is not fetched back.
    if (next !== null && isAt(page, yield* select(selectAddress))) yield* call([navigation, navigation.visit], next);
  },
  failed(error, given) {
    const texts = error.messages.length > 1 ? error.messages : [failureText(error, MANAGE_TEXTS.saving)];
    return manageActions.refused({
      error: texts.map(sentence).join('. '),
      faults: {},
      ...(given && { page: given.page }),
    });
  },
});

/** Whether an address is that of a page. */
function isAt(page: ManagedPage, { webPath }: FrameState): boolean {
  const route = routeOf(webPath);
  if (route.page === 'site') return page.kind === 'site' && route.noun === page.noun;
  return route.page === 'managed' && isPageAt(page, route.kind, route.fullPath, route.rest);
}

const { opened, placeEntered, narrowed, retried, moreAsked, saved, refused, suggestionsAsked } = manageActions;
const CHANGES: readonly string[] = [saved.type, refused.type, templateActions.filesHandled.type];

/** Reads what the page shows, and sends what is changed on it. */
export function* manageSaga(ports: Ports): Generator {
  yield* all([
    watchForms(ports, [FORM]),
    watchTemplateFiles(ports),
    watchNames(ports),
    observe(ports, role, {
      params: selectManagedRole,
      opened: [opened.type, placeEntered.type],
      // BD-05.96
      changes: [accessActions.sessionReceived.type, accessActions.signedIn.type],
      stale: saved.type,
      again: retried.type,
    }),
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
      // Of those who were invited some may be members although others were refused. AP-14.62: whatever was changed may be counted by the report.
      stale: ({ meta, type }: AnyAction, { noun }) =>
        (CHANGES.includes(type) && meta?.invalidates !== undefined) ||
        ((noun === 'milestone' || noun === 'iteration') && meta?.resolves?.as === 'committed'),
    }),
  ]);
}
