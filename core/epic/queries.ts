import type { Answer, Ports } from '../ports/index.ts';
import type { EpicSort } from '../api/generated/schema.ts';
import type { PageRoute } from './actions.ts';
import type { EpicState, OpenEpic } from './state.ts';
import { all, call, type SagaGenerator } from 'typed-redux-saga';
import { request } from '../store/effects.ts';
import { failureText, isHidden } from '../access/failures.ts';
import { type EpicPageQuery, EpicPageOperation } from '../api/generated/operations.ts';
import { epicPermissions, type Json } from '../api/wire-parts.ts';
import { itemList, type ItemListState, type ListQuery } from '../work-item/list/list.ts';
import { named } from '../frame/index.ts';
import { query, REFRESH_AGAIN } from '../query/index.ts';
import { editedByIn, epicPageData, isOneVersion, lockVersionIn, readInitialData } from './page-data.ts';
import { EPIC_TEXTS } from './rules/page.ts';
import { pageEpic, realtimeText } from './wire.ts';

type PageJson = { readonly initial?: unknown; readonly meta?: unknown } | null;

/** The page data and the epic. */
interface PageAnswer {
  readonly initial: Json;
  readonly meta: Json;
  readonly group: EpicPageQuery['group'];
  /** EP-01.26: false: the page data came broken, as by a connection that was cut. */
  readonly isWhole: boolean;
}

/** EP-01.21: page data and epic are read together. AP-06.20: the epic is shown even if the page data cannot be parsed. */
function* readPage({ graphql, rest, log }: Ports, { groupPath, iid }: PageRoute): SagaGenerator<Answer<PageAnswer>> {
  const path = `/groups/${groupPath}/-/epics/${iid}.json`;
  const { page, answer } = yield* all({
    page: call(request<PageJson>, () => rest.request<PageJson>({ method: 'GET', path })),
    answer: call(request<EpicPageQuery>, () => graphql.request(EpicPageOperation, { fullPath: groupPath, iid })),
  });
  if (!page.ok && page.error.kind !== 'malformed') throw page.error;
  if (!answer.ok) throw answer.error;
  const { group } = answer.data;
  const json = page.ok ? page.data : null;
  const [initial, meta] = [readInitialData(json?.initial), readInitialData(json?.meta)];
  if (group?.epic != null) {
    for (const { error } of [initial, meta]) if (error !== null) log.error(`Epic page ${path}: ${error}`);
  }
  return {
    data: { initial: initial.data, meta: meta.data, group, isWhole: page.ok },
    status: 200,
    headers: answer.headers,
  };
}

/** The page that is open. */
export const openRoute = ({ epic }: { readonly epic: EpicState }): PageRoute | null => routeOf(epic);

/** What is read in a place; null: nothing is open there. */
export const routeOf = ({ page }: OpenEpic): PageRoute | null =>
  page.groupPath === null || page.iid === null ? null : { groupPath: page.groupPath, iid: page.iid };

/** EP-01.21, EP-01.22, EP-18.21 */
export const epicPage = query('epic/page', {
  key: ({ groupPath, iid }: PageRoute) => `${groupPath} ${iid}`,
  read: readPage,
  decode: ({ initial, meta, group, isWhole }: PageAnswer, route) => {
    if (group === null || group.epic === null) return null;
    const epic = pageEpic(group, group.epic, editedByIn(initial));
    const data = epicPageData(initial, meta, route, epicPermissions(group.epic.userPermissions), epic);
    // mutant: page-of-two-versions
    const behind = !isWhole || !isOneVersion(initial, meta, epic);
    // A version beside the text of an older one would let a save pass over what lies between.
    return { data, epic: behind ? epic : { ...epic, lockVersion: lockVersionIn(initial, meta) }, behind };
  },
  also: ({ epic: { group } }) => named(group),
  hides: isHidden,
  overtakes: true,
  // mutant: page-owes-nothing
  retry: REFRESH_AGAIN,
  isBehind: ({ behind }) => behind,
  failure: (error) => failureText(error, EPIC_TEXTS.pageFailed),
});

/** EP-01.23: milliseconds before the first reading of `realtime_changes`, and between readings where the server names no interval. */
export const REALTIME = { first: 2_000, fallback: 30_000 } as const;

/** EP-01.23: changes of the text, polled as long as the page is open. */
export const epicChanges = query('epic/changes', {
  key: ({ groupPath, iid }: PageRoute & { readonly endpoint: string }) => `${groupPath} ${iid}`,
  request: ({ endpoint }) => ({ method: 'GET', path: `${endpoint}/realtime_changes` }),
  decode: (answer: unknown) => ({ text: realtimeText(answer) }),
  hides: isHidden,
  poll: REALTIME,
});

export type EpicListQuery = ListQuery<EpicSort>;
export type EpicListState = ItemListState<EpicSort>;

/** The epics of a group and of its subgroups. */
export const epicList = itemList<'epicList', EpicSort>('epicList', 'CREATED_AT_DESC');
