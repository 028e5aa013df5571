import type { ItemPlace } from '../work-item/slice.ts';
import type { Blocker, LinkConfirmed, LinkedItem, LinkForm, LinkState, LinkSubject } from './types.ts';
import { createSelector, lruMemoize } from 'reselect';
import { sameData } from '../entities/index.ts';
import { selectVisible, type Pending } from '../mutation/index.ts';
import { selectQuery, type Queries, type QueryStatus } from '../query/index.ts';
import { get } from '../table/index.ts';
import { selectRecords, wholeItem } from '../work-item/shown.ts';
import { canSubmitAdd } from '../tree/rules.ts';
import { completionModels, type CompletionsModel } from '../tree/references.ts';
import { fullReference } from '../work-item/rules.ts';
import { linkedOf } from './lists.ts';
import { contextOf, selectIsSending } from './form-slice.ts';
import { linkList, linkReads, linksOf, mergeRequests } from './queries.ts';
import { groupedLinks, LINK_TYPE_NAMES, shownBlockers, type ShownBlockers } from './looks.ts';
import { itemRow, mergeRequestRow, type LinkRow } from './rows.ts';
import { LINK_TYPES, type LinkType } from './rules.ts';
import { subjectIn } from './slice.ts';

/** What the selectors read of the state. */
export interface LinkRoot {
  readonly link: LinkState;
  readonly confirmed: LinkConfirmed;
  readonly pending: readonly Pending[];
  readonly queries: Queries;
}

const NONE: readonly never[] = [];

/** Which section; default: the page's. */
type InPlace = readonly [state: LinkRoot, place?: ItemPlace];

const sectionIn = (...[{ link }, place = 'page']: InPlace) => link[place];
const subject = (...[{ link }, place = 'page']: InPlace): LinkSubject | null => link[place].subject;

/** The links of an item as they are shown: what is being removed is gone. Null until they are read. */
const linksShown = ({ confirmed, pending }: LinkRoot, id: string | undefined): readonly LinkedItem[] | null =>
  id === undefined ? null : (linkedOf(selectVisible({ confirmed, pending }), id) ?? null);

const selectShownLinks = (...[state, place]: InPlace) => linksShown(state, subject(state, place)?.id);
const today = ({ link }: LinkRoot): string | null => link.today;

export interface LinkSection {
  readonly status: QueryStatus;
  readonly kind: LinkSubject['kind'];
  /** Of linked items, without merge requests; null until they are read. */
  readonly count: number | null;
  readonly canRelate: boolean;
  readonly groups: readonly { readonly type: LinkType; readonly heading: string; readonly rows: readonly LinkRow[] }[];
  readonly mergeRequests: readonly LinkRow[];
  readonly mergeRequestsFailed: boolean;
  readonly announcement: string;
}

/** A loaded list is shown even if its last refresh failed. */
export function selectLinkStatus(...[state, place]: InPlace): QueryStatus {
  const item = subject(state, place);
  const isKnown = item !== null && get(state.confirmed.links, item.id) !== undefined;
  return isKnown ? 'ready' : selectQuery(state, linkList, item && linksOf(item)).status;
}

const selectRequestsStatus = (...[state, place]: InPlace): QueryStatus => {
  const item = subject(state, place);
  return selectQuery(state, mergeRequests, item && linksOf(item)).status;
};

/** RL-01.1; null before the section was opened. */
export const selectLinkSection = createSelector(
  [subject, selectShownLinks, selectRecords, today, sectionIn, selectLinkStatus, selectRequestsStatus],
  (item, links, records, day, section, status, requestsStatus): LinkSection | null =>
    item === null
      ? null
      : {
          status,
          kind: item.kind,
          count: links?.length ?? null,
          canRelate: item.canRelate,
          groups: groupedLinks(links ?? NONE).map(({ type, heading, links: own }) => ({
            type,
            heading,
            rows: own.map((each) => itemRow(records, each, item.id, day)),
          })),
          mergeRequests: section.mergeRequests.map((each) => mergeRequestRow(wholeItem(records, each), day)),
          mergeRequestsFailed: requestsStatus === 'failed',
          announcement: section.announcement,
        },
  // Whatever else is read of items, the rows stay the same objects while they show the same.
  { memoize: lruMemoize, memoizeOptions: { maxSize: 2, resultEqualityCheck: sameData } },
);

export interface LinkFormModel extends Pick<LinkForm, 'linkType' | 'input' | 'references' | 'error'>, CompletionsModel {
  readonly kind: LinkSubject['kind'];
  readonly types: readonly { readonly type: LinkType; readonly text: string }[];
  readonly placeholder: string;
  readonly busy: boolean;
  readonly canSubmit: boolean;
  /** It came back by itself: the focus stays where it is. */
  readonly restored: boolean;
}

const PLACEHOLDERS = {
  epic: 'Paste epic link or <&epic id>',
  issue: 'Paste issue link or <#issue id>',
} as const;

/** RL-01.3; null while the form is closed. */
export const selectLinkForm = createSelector(
  [
    subject,
    selectShownLinks,
    (...[state, place]: InPlace) => sectionIn(state, place).form,
    (...[state, place = 'page']: InPlace) => selectIsSending(state, place),
  ],
  (item, links, form, busy): LinkFormModel | null => {
    if (item === null || form === null) return null;
    const { linkType, input, references, error } = form;
    const taken = [
      fullReference(item.kind, item.ownerPath, item.iid),
      ...(links ?? NONE).map(({ reference }) => reference),
    ];
    return {
      kind: item.kind,
      linkType,
      input,
      references,
      error,
      types: LINK_TYPES.map((type) => ({ type, text: LINK_TYPE_NAMES[type] })),
      placeholder: PLACEHOLDERS[item.kind],
      busy,
      restored: form.restored === true,
      canSubmit: canSubmitAdd(form, busy),
      ...completionModels(form, taken, contextOf(item)),
    };
  },
);

export interface BlockersModel extends ShownBlockers<Blocker> {
  readonly status: QueryStatus;
}

type BlockersOf = readonly [state: LinkRoot, kind: LinkSubject['kind'], id: string, count: number];

const blockersStatus = (state: LinkRoot, id: string): QueryStatus =>
  selectQuery(state, linkReads.blockers, get(state.link.blockers, id)?.asked ?? null).status;

/** RL-05: what is known of an item's blockers; null before it was asked for. */
export const selectBlockers = createSelector(
  [
    (...[{ link }, , id]: BlockersOf) => get(link.blockers, id),
    (...[state, , id]: BlockersOf) => blockersStatus(state, id),
    (...[, kind]: BlockersOf) => kind,
    (...[, , , count]: BlockersOf) => count,
  ],
  (known, status, kind, count): BlockersModel | null =>
    known === undefined ? null : { status, ...shownBlockers(kind, known.list, count) },
);

/** RL-01.30: `checking` while the blockers are read; `free`: it may be closed without a question. */
export interface Closing {
  readonly id: string;
  readonly status: 'checking' | 'free' | 'asking' | 'failed';
  readonly list: readonly Blocker[];
}

/** RL-01.30 */
export const selectClosing = createSelector(
  [
    ({ link }: LinkRoot) => link.closing,
    (state: LinkRoot) => selectQuery(state, linkReads.closing, state.link.closing?.asked ?? null).status,
  ],
  (closing, status): Closing | null => {
    if (closing === null) return null;
    const { asked, list } = closing;
    if (list === null) return { id: asked.id, status: status === 'failed' ? 'failed' : 'checking', list: [] };
    // mutant: closing-never-asks
    return { id: asked.id, status: list.length === 0 ? 'free' : 'asking', list };
  },
);

/** RL-01.30: the list of an open section says that nothing open blocks its item, so that nobody has to be asked. */
export const selectIsFreeToClose = (state: LinkRoot, id: string): boolean => {
  const links = subjectIn(state.link, id) === undefined ? null : linksShown(state, id);
  return links !== null && !links.some(({ linkType, item }) => linkType === 'is_blocked_by' && item.state !== 'closed');
};
