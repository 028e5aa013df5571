/** WI-10.93: of a longer list of commits the rest can be hidden. */
const COMMITS_SHOWN = 3;

/** Whether a line of activity has a list, not one within another, of more entries than are shown at first. `html`: as the server rendered it. */
export function hasLongList(html: string): boolean {
  const open: { readonly isOuter: boolean; entries: number }[] = [];
  for (const [, closes, name] of html.matchAll(/<(\/?)(ul|ol|li)\b/gi)) {
    const list = open.at(-1);
    if (name?.toLowerCase() !== 'li') {
      if (closes) open.pop();
      else open.push({ isOuter: open.length === 0 && name?.toLowerCase() === 'ul', entries: 0 });
    } else if (!closes && list !== undefined && (list.entries += 1) > COMMITS_SHOWN && list.isOuter) return true;
  }
  return false;
}
