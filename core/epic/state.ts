import type { Root as AccessRoot } from '../access/select.ts';
import type { QueryRoot } from '../query/index.ts';
import type { RecordsRoot } from '../work-item/shown.ts';
import type { OverKind } from '../work-item/slice.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { PageRoute } from './actions.ts';
import type { EpicPageData } from './page-data.ts';

export interface EpicState {
  readonly page: {
    readonly groupPath: string | null;
    readonly iid: string | null;
    readonly data: EpicPageData | null;
    /** Of the epic, once it was read. */
    readonly id: GlobalId | null;
    /** It was deleted from this page. */
    readonly deleted?: true;
    /** What the epic over a page is shown as. */
    readonly as?: OverKind | undefined;
  };
  readonly newEpic: {
    /** Counts how often it was opened or closed: an answer belongs to the form as long as this is the same. */
    readonly serial: number;
    readonly open: boolean;
    readonly groupPath: string | null;
    readonly title: string;
    readonly description: string;
    readonly confidential: boolean;
    /** As typed or picked; empty: none was chosen. */
    readonly color: string;
    readonly error: string | null;
  };
  readonly deletion: { readonly open: boolean; readonly error: string | null };
  /** WI-17.1: as `page`, of the epic that is read ahead of being opened. Absent: none is. */
  readonly ahead?: EpicState['page'];
}

/** An epic that is read, whether it is shown or not. */
export type OpenEpic = Pick<EpicState, 'page'>;

export const initialEpicState: EpicState = {
  page: { groupPath: null, iid: null, data: null, id: null },
  newEpic: {
    serial: 0,
    open: false,
    groupPath: null,
    title: '',
    description: '',
    confidential: false,
    color: '',
    error: null,
  },
  deletion: { open: false, error: null },
};

export const isPage = ({ page }: OpenEpic, route: PageRoute): boolean =>
  page.groupPath === route.groupPath && page.iid === route.iid;

/** EP-04.26: whether an answer concerns the form that is open. */
export const isNewEpic = ({ newEpic }: EpicState, { serial }: { readonly serial: number }): boolean =>
  newEpic.serial === serial;

/** The state as this domain reads it. */
export interface EpicRoot extends AccessRoot, QueryRoot, RecordsRoot, Epics {}

/** WI-14.10: the epic of the page, and the one over it, each with its own state. */
export interface Epics {
  readonly epic: EpicState;
  readonly overEpic?: EpicState;
}

/** What each place says of its epic. */
export const epicsOf = ({ epic, overEpic }: Epics): readonly EpicState[] =>
  overEpic === undefined ? [epic] : [epic, overEpic];

/** What is read: the epics that are shown, and the one that may be shown next. */
export const readEpics = (state: Epics): readonly OpenEpic[] => [...epicsOf(state), aheadOf(state.epic)];

/** What is read ahead. */
export const aheadOf = ({ ahead = initialEpicState.page }: EpicState): OpenEpic => ({ page: ahead });
