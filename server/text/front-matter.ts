import type { MarkdownIt } from 'markdown-it';

/** The fences of YAML, TOML and JSON, and how their first line begins: a rule below which a text stands is no front matter. */
const FENCES: ReadonlyMap<string, RegExp> = new Map([
  ['---', /^(?:#|[\w"'-]+\s*:(?:\s|$))/],
  ['+++', /^(?:#|\[|[\w"'.-]+\s*=)/],
  [';;;', /^[{[]/],
]);

/** Front matter, at the very top of a text, is for programs: it is not shown. */
export function frontMatter(markdown: MarkdownIt): void {
  markdown.block.ruler.before('table', 'front_matter', (state, first, end, silent) => {
    if (first !== 0 || silent || state.level !== 0) return false;
    const lineAt = (line: number) => state.src.slice(state.bMarks[line], state.eMarks[line]).trimEnd();
    const fence = lineAt(0);
    if (FENCES.get(fence)?.test(lineAt(1)) !== true) return false;
    for (let line = 2; line < end; line += 1) {
      if (lineAt(line) !== fence) continue;
      state.line = line + 1;
      return true;
    }
    return false;
  });
}
