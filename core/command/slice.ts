import type { GlobalId } from '../work-item/types.ts';
import type { Stamped } from '../store/index.ts';
import type { Place } from './rules.ts';
import { accessActions } from '../access/index.ts';
import { queryName } from '../query/index.ts';
import { reducerOf, serverAction, userAction } from '../store/action.ts';
import {
  judge,
  NO_HISTORY,
  noteStep,
  without,
  type History,
  type HistoryStep,
  type ReversalVerdict,
  type Wanted,
} from './history.ts';

export const commandActions = {
  /** `rowId`: the row of the tree that had the keyboard. */
  paletteOpened: userAction<{ rowId: GlobalId | null }>('command/paletteOpened'),
  paletteClosed: userAction('command/paletteClosed'),
  paletteTyped: userAction<{ text: string }>('command/paletteTyped'),
  helpOpened: userAction('command/helpOpened'),
  helpClosed: userAction('command/helpClosed'),
  singleKeysToggled: userAction('command/singleKeysToggled'),
  undoAsked: userAction<Wanted | void>('command/undoAsked'),
  redoAsked: userAction('command/redoAsked'),
};

/** What the server or the storage said. */
export const commandAnswers = {
  settingsRead: serverAction<{ singleKeys: boolean; recent: readonly Place[] }>('command/settingsRead'),
  /** A place whose name is known was visited. */
  placeVisited: serverAction<{ place: Place }>('command/placeVisited'),
  /** Nothing could be undone or redone. `serial`: the edit that is removed from the history; null: none. */
  reversalRefused: serverAction<{ serial: number | null }>('command/reversalRefused'),
};

export interface CommandSearch {
  readonly text: string;
  /** In which group epics and issues are looked for; null: in none. */
  readonly groupPath: string | null;
}

export const commandReads = {
  search: queryName<CommandSearch, readonly Place[]>('command/search', () => ''),
};

export interface CommandState {
  readonly palette: {
    readonly open: boolean;
    readonly text: string;
    /** The row of the tree that had the keyboard when it was opened. */
    readonly rowId: GlobalId | null;
    /** What the server found; it stays until something else is. */
    readonly found: readonly Place[];
  };
  readonly helpOpen: boolean;
  readonly singleKeys: boolean;
  /** The places visited last, the latest first. */
  readonly recent: readonly Place[];
  readonly history: History;
  /** The undo or redo under way, from the request to the edit that performs it. */
  readonly verdict: ReversalVerdict | null;
}

/** RP-02.175: so many places are remembered. */
export const RECENT_MAX = 12;

/** RP-02.175: a place that is visited again stands once, in front. */
export const withPlace = (recent: readonly Place[], place: Place): readonly Place[] =>
  [place, ...recent.filter(({ path }) => path !== place.path)].slice(0, RECENT_MAX);

export const initialCommandState: CommandState = {
  palette: { open: false, text: '', rowId: null, found: [] },
  helpOpen: false,
  singleKeys: true,
  recent: [],
  history: NO_HISTORY,
  verdict: null,
};

const { palette: CLOSED } = initialCommandState;

const withFound = (state: CommandState, found: readonly Place[]): CommandState =>
  state.palette.open ? { ...state, palette: { ...state.palette, found } } : state;

export const commandReducer = reducerOf(initialCommandState, (on) => {
  on(commandActions.paletteOpened, (state, { rowId }) => ({
    ...state,
    helpOpen: false,
    palette: { ...CLOSED, open: true, rowId },
  }));
  on(commandActions.paletteClosed, (state) => ({ ...state, palette: CLOSED }));
  on(commandActions.paletteTyped, (state, { text }) => {
    if (!state.palette.open) return state;
    const found = text.trim() === '' ? [] : state.palette.found;
    return { ...state, palette: { ...state.palette, text, found } };
  });
  on(commandActions.helpOpened, (state) => ({ ...state, palette: CLOSED, helpOpen: true }));
  on(commandActions.helpClosed, (state) => ({ ...state, helpOpen: false }));
  on(commandActions.singleKeysToggled, (state) => ({ ...state, singleKeys: !state.singleKeys }));

  on(commandAnswers.settingsRead, (state, settings) => ({ ...state, ...settings }));
  on(commandAnswers.placeVisited, (state, { place }) => ({ ...state, recent: withPlace(state.recent, place) }));
  on(commandReads.search.received, (state, { data }) => withFound(state, data));
  on(commandReads.search.failed, (state) => withFound(state, []));
  on(commandAnswers.reversalRefused, (state, { serial }) => {
    const history = serial === null ? state.history : without(state.history, serial);
    return { ...state, history, verdict: null };
  });
  // RP-02.205: another person has another history, and other rights.
  on(accessActions.signedOut, (state) => ({ ...initialCommandState, singleKeys: state.singleKeys }));
});

/** RP-02.200: edits enter the history in the action that makes them. */
function afterReduce(state: CommandState, action: Stamped, step: HistoryStep): CommandState {
  if (commandActions.undoAsked.match(action))
    return { ...state, verdict: judge(state.history, 'undo', step, action.payload ?? {}) };
  if (commandActions.redoAsked.match(action)) return { ...state, verdict: judge(state.history, 'redo', step) };
  const history = noteStep(state.history, action, step);
  const verdict = action.meta.reverses === undefined ? state.verdict : null;
  return history === state.history && verdict === state.verdict ? state : { ...state, history, verdict };
}

export const commandDomain = {
  name: 'command',
  reducer: commandReducer,
  afterReduce,
} as const;
