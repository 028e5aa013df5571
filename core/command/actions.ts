import type { GlobalId } from '../work-item/types.ts';
import type { Place } from './rules.ts';
import { serverAction, userAction } from '../store/action.ts';

/** What a person does. */
export const commandActions = {
  /** `rowId`: the row of the tree that had the keyboard. */
  paletteOpened: userAction<{ rowId: GlobalId | null }>('command/paletteOpened'),
  paletteClosed: userAction('command/paletteClosed'),
  paletteTyped: userAction<{ text: string }>('command/paletteTyped'),
  helpOpened: userAction('command/helpOpened'),
  helpClosed: userAction('command/helpClosed'),
  singleKeysToggled: userAction('command/singleKeysToggled'),
  undoAsked: userAction('command/undoAsked'),
  redoAsked: userAction('command/redoAsked'),
};

/** What the server or the storage said. */
export const commandAnswers = {
  settingsRead: serverAction<{ singleKeys: boolean; recent: readonly Place[] }>('command/settingsRead'),
  /** A place whose name is known was visited. */
  placeVisited: serverAction<{ place: Place }>('command/placeVisited'),
  found: serverAction<{ text: string; places: readonly Place[] }>('command/found'),
  searchFailed: serverAction<{ text: string }>('command/searchFailed'),
  /** There was nothing to take back, or it cannot be. `serial`: the edit that leaves the history; null: none does. */
  reversalRefused: serverAction<{ serial: number | null }>('command/reversalRefused'),
};
