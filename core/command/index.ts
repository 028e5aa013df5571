export * from './rules.ts';
export { commandActions, type CommandState } from './slice.ts';
export { COMMAND_TEXTS, type Command, type CommandRoot, type Run, type ViewAct } from './command.ts';
export { commandsOf, scopesOf } from './commands.ts';
export { commandSaga } from './saga.ts';
export {
  paletteSections,
  selectCommandDialog,
  selectPaletteStatus,
  selectSingleKeys,
  type PaletteOption,
} from './select.ts';
