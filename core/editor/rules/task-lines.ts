/** The task lines of a Markdown source, by their numbers (from 1), and the boxes that stand for them in its HTML. */

/** IE-06.1: what stands before the mark, and the mark. */
export const TASK =
  /^((?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)([ xX~])\](?=\s|$)/;

/** IE-06.2: the source with this line so; null: it has no task there that can be checked. */
export function withTask(source: string, line: number, checked: boolean): string | null {
  const lines = source.split('\n');
  const [, before, mark] = TASK.exec(lines[line - 1] ?? '') ?? [];
  if (before === undefined || mark === '~') return null;
  const is = mark !== ' ';
  if (is === checked) return source;
  // mutant: task-checks-the-next-line
  lines[line - 1] = `${before}${checked ? 'x' : ' '}${(lines[line - 1] ?? '').slice(before.length + 1)}`;
  return lines.join('\n');
}

/** A checkbox as the server writes it. */
export const BOX = '<input type="checkbox"[^>]*>';
export const INAPPLICABLE = / data-inapplicable(?:="")? ?\/?>$/;
export const CHECKED = / checked(?:="")?(?= ?\/?>$)/;

/** The rendered text with the box of this line so; as it is, where it has none that can be checked. */
export function withBox(html: string, line: number, checked: boolean): string {
  const item = new RegExp(`(<li [^>]*data-sourcepos="${line}:[^>]*>\\s*(?:<p>)?)(${BOX})`);
  return html.replace(item, (whole, before: string, box: string) => {
    if (INAPPLICABLE.test(box) || CHECKED.test(box) === checked) return whole;
    return before + (checked ? box.replace(/ ?\/?>$/, ' checked$&') : box.replace(CHECKED, ''));
  });
}

/** IE-09.94: the rendered text after an edit that checks one line or the opposite; null: it is another edit. */
export function htmlAfterCheck(html: string, before: string, after: string): string | null {
  const lines = after.split('\n');
  const line = before.split('\n').findIndex((text, at) => text !== lines[at]) + 1;
  const checked = [true, false].find((each) => line > 0 && withTask(before, line, each) === after);
  return checked === undefined ? null : withBox(html, line, checked);
}
