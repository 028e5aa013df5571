export { changeBetween, placeAfter, touchedLines, type Change, type Edit, type Edited } from './rules/edited.ts';
export { continued, indent, list, outdent, quote, type ListKind } from './rules/lines.ts';
export { bold, code, collapsible, isAddress, italic, link, strikethrough, table } from './rules/marks.ts';
export { pasted, rowsOfText, tableOf, type Pasted, type Rows } from './rules/paste.ts';
export { withTask } from './rules/task-lines.ts';
export { isInCode } from './rules/code.ts';
export {
  CHOICES_MAX,
  completed,
  quotedName,
  SEARCH_DELAY,
  TERM_MAX,
  triggerAt,
  type Trigger,
  type TriggerKind,
} from './rules/trigger.ts';
