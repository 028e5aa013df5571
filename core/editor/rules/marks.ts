import type { Edit, Edited } from './edited.ts';
import { replaced, touchedLines } from './edited.ts';

/** Marks around what is selected. */

/** What is selected without the spaces around it, which marks may not touch; spaces alone are nothing. */
function trimmed({ text, start, end }: Edited): Edited {
  const selected = text.slice(start, end);
  if (selected.trim() === '') return { text, start, end: start };
  const before = selected.length - selected.trimStart().length;
  const behind = selected.length - selected.trimEnd().length;
  return { text, start: start + before, end: end - behind };
}

/** IE-09.31: the mark goes around what is selected, or goes away where it stands there. */
const around =
  (mark: string): Edit =>
  (edited) => {
    const { text, start, end } = trimmed(edited);
    const { length } = mark;
    const isAround = text.slice(0, start).endsWith(mark) && text.startsWith(mark, end);
    const selected = text.slice(start, end);
    if (isAround)
      return {
        text: text.slice(0, start - length) + selected + text.slice(end + length),
        start: start - length,
        end: end - length,
      };
    if (selected.length > 2 * length && selected.startsWith(mark) && selected.endsWith(mark))
      return {
        text: text.slice(0, start) + selected.slice(length, -length) + text.slice(end),
        start,
        end: end - 2 * length,
      };
    return {
      text: text.slice(0, start) + mark + selected + mark + text.slice(end),
      start: start + length,
      end: end + length,
    };
  };

export const bold = around('**');
export const italic = around('_');
export const strikethrough = around('~~');
const codeSpan = around('`');

/** IE-09.31: a span within a line, a block around several. */
export const code: Edit = (edited) => {
  const { text, start, end } = trimmed(edited);
  if (!text.slice(start, end).includes('\n')) return codeSpan(edited);
  const { from, to } = touchedLines({ text, start, end });
  const before = text.slice(0, from);
  const behind = text.slice(to);
  const [open, close] = ['```\n', '\n```'];
  if (before.endsWith(open) && (behind === close || behind.startsWith(`${close}\n`)))
    return {
      text: before.slice(0, -open.length) + text.slice(from, to) + behind.slice(close.length),
      start: from - open.length,
      end: to - open.length,
    };
  return {
    text: before + open + text.slice(from, to) + close + behind,
    start: from + open.length,
    end: to + open.length,
  };
};

const ADDRESS = 'url';

/** An address and nothing else. */
export const isAddress = (text: string): boolean => /^(?:https?|ftp):\/\/[^\s<>]+$|^mailto:[^\s<>]+$/i.test(text);

/** IE-09.31: what is still to be written is selected. */
export const link: Edit = (edited) => {
  const { text, start, end } = trimmed(edited);
  const selected = text.slice(start, end);
  if (isAddress(selected)) {
    const made = replaced({ text, start, end }, `[](${selected})`);
    return { ...made, start: start + 1, end: start + 1 };
  }
  const made = replaced({ text, start, end }, `[${selected}](${ADDRESS})`);
  if (selected === '') return { ...made, start: start + 1, end: start + 1 };
  return { ...made, start: made.end - 1 - ADDRESS.length, end: made.end - 1 };
};

/** `block` on lines of its own, with an empty line to what stands before and behind it, and in it `selected` selected. */
function asBlock({ text, start, end }: Edited, block: string, selected: string): Edited {
  const before = text.slice(0, start);
  const behind = text.slice(end);
  const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const after = behind === '' || behind.startsWith('\n\n') ? '' : behind.startsWith('\n') ? '\n' : '\n\n';
  const from = start + gap.length + block.indexOf(selected);
  return { text: before + gap + block + after + behind, start: from, end: from + selected.length };
}

const HEADER = 'header';
const TABLE = `| ${HEADER} | ${HEADER} |\n| ------ | ------ |\n| | |\n| | |`;

/** IE-09.35: behind what is selected. */
export const table: Edit = ({ text, end }) => asBlock({ text, start: end, end }, TABLE, HEADER);

const SUMMARY = 'Click to expand';

/** IE-09.35 */
export const collapsible: Edit = (edited) => {
  const within = trimmed(edited);
  const { text, start, end } = within;
  return asBlock(within, `<details><summary>${SUMMARY}</summary>\n\n${text.slice(start, end)}\n\n</details>`, SUMMARY);
};
