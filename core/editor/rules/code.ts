/** Whether a place in a text stands in code, where nothing is offered and nothing is made of what is pasted. */

const FENCE = /^ {0,3}(?:> ?)*(`{3,}|~{3,})(.*)$/;

/** Whether the line that begins at `from` is within a block between fences. */
function isFenced(text: string, from: number): boolean {
  if (!text.includes('```') && !text.includes('~~~')) return false;
  let open: string | null = null;
  for (const line of text.slice(0, from).split('\n').slice(0, -1)) {
    const [, fence = '', rest = ''] = FENCE.exec(line) ?? [];
    if (fence === '') continue;
    // Behind the fence that opens a block of backticks there is no backtick.
    if (open === null) open = fence.startsWith('`') && rest.includes('`') ? null : fence;
    else if (fence[0] === open[0] && fence.length >= open.length && rest.trim() === '') open = null;
  }
  return open !== null;
}

/** Of the line, up to the place: an odd run of backticks is open. A span that goes on over lines counts as none. */
function isInSpan(before: string): boolean {
  let open = 0;
  for (const { length } of before.match(/`+/g) ?? []) {
    if (open === 0) open = length;
    else if (open === length) open = 0;
  }
  return open !== 0;
}

export function isInCode(text: string, place: number): boolean {
  const from = place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1;
  const line = text.slice(from, place);
  return isInSpan(line) || isFenced(text, from);
}
