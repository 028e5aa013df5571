import type { LazyDomain } from '../store/index.ts';
import { commandSaga } from './saga.ts';
import { commandReducer, reduceCommandStep } from './slice.ts';

export * from './rules.ts';
export { commandActions, commandAnswers } from './actions.ts';
export type { Command, CommandRoot, Run, ViewAct } from './command.ts';
export { commandsOf, scopesOf } from './commands.ts';
export { HISTORY_MAX, type Edit, type History } from './history.ts';
export { COMMAND_DELAY } from './saga-search.ts';
export { SINGLE_KEYS } from './recent.ts';
export { paletteSections, type PaletteOption, type PaletteSection } from './select.ts';
export type { CommandState } from './slice.ts';
export { COMMAND_TEXTS } from './texts.ts';

/** What a session attaches when it is idle, or when a command is asked for (docs/adr/0013). */
export const commandDomain: LazyDomain = {
  name: 'command',
  reducer: commandReducer,
  reduceStep: reduceCommandStep,
  saga: commandSaga,
  intents: {},
  tables: [],
};
