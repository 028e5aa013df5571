export * from './rules.ts';
export { commandActions, commandAnswers } from './slice.ts';
export type { Command, CommandRoot, Run, ViewAct } from './command.ts';
export { commandsOf, scopesOf } from './commands.ts';
export { HISTORY_MAX, type Edit, type History } from './history.ts';
export { commandSaga } from './saga.ts';
export { COMMAND_DELAY } from './search.ts';
export { SINGLE_KEYS } from './recent.ts';
export {
  paletteSections,
  selectCommandDialog,
  selectPaletteStatus,
  selectSingleKeys,
  type PaletteOption,
  type PaletteSection,
} from './select.ts';
export type { CommandState } from './slice.ts';
export { COMMAND_TEXTS } from './command.ts';
