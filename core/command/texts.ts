/** What the palette, the help sheet and the history of edits say. */
export const COMMAND_TEXTS = {
  palette: 'Search or go to…',
  searching: 'Searching…',
  nothing: 'Nothing found',
  failed: 'The search could not be made. What is listed here is what is known without it.',
  nothingToUndo: 'There is nothing to undo on this page.',
  nothingToRedo: 'There is nothing to redo on this page.',
  undo: 'Undo',
  redo: 'Redo',
} as const;

/** RP-02.209: `Undone: moved &12 “Title”.` */
export const reversedText = (way: 'undo' | 'redo', name: string): string =>
  `${way === 'undo' ? 'Undone' : 'Done again'}: ${name}.`;

/** RP-02.202: `Not undone: moved &12 “Title”, for it was moved meanwhile.` */
export const refusedText = (way: 'undo' | 'redo', name: string, reason: string): string =>
  `Not ${way === 'undo' ? 'undone' : 'done again'}: ${name}. Reason: ${reason}.`;
