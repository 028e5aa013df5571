import MarkdownIt from 'markdown-it';
import { candidates, candidatesOf, RENDER_MAX } from './candidates.ts';
import { frontMatter } from './front-matter.ts';

/** Finds what texts refer to as the renderer does, and makes no HTML: commands run where there is no Node (sim/). */
const markdown = new MarkdownIt({ html: true, linkify: true }).use(candidates).use(frontMatter);

/** The usernames that a text mentions, in lower case: `@ada`, but not within code or front matter. There need be no such people; `all` is among them. */
export function mentionsIn(text: string): ReadonlySet<string> {
  if (!text.includes('@') || text.length > RENDER_MAX) return new Set();
  const env = {};
  markdown.parse(text, env);
  return new Set(candidatesOf(env).flatMap(({ kind, name }) => (kind === 'user' ? name.toLowerCase() : [])));
}
