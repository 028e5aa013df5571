import type { GlobalId } from '../work-item/types.ts';
import type { Place } from './rules.ts';
import { serverEvent, userEvent } from '../store/action.ts';

/** What a person does. */
export const commandActions = {
  /** `rowId`: the row of the tree that had the keyboard. */
  paletteOpened: userEvent<{ rowId: GlobalId | null }>('command/paletteOpened'),
  paletteClosed: userEvent('command/paletteClosed'),
  paletteTyped: userEvent<{ text: string }>('command/paletteTyped'),
  helpOpened: userEvent('command/helpOpened'),
  helpClosed: userEvent('command/helpClosed'),
  singleKeysToggled: userEvent('command/singleKeysToggled'),
  undoAsked: userEvent('command/undoAsked'),
  redoAsked: userEvent('command/redoAsked'),
};

/** What the server or the storage said. */
export const commandAnswers = {
  settingsRead: serverEvent<{ singleKeys: boolean; recent: readonly Place[] }>('command/settingsRead'),
  /** A place whose name is known was visited. */
  placeVisited: serverEvent<{ place: Place }>('command/placeVisited'),
  found: serverEvent<{ text: string; places: readonly Place[] }>('command/found'),
  searchFailed: serverEvent<{ text: string }>('command/searchFailed'),
  /** There was nothing to take back, or it cannot be. `serial`: the edit that leaves the history; null: none does. */
  reversalRefused: serverEvent<{ serial: number | null }>('command/reversalRefused'),
};
