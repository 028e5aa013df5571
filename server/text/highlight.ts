import { createRequire } from 'node:module';
import type { HLJSApi } from 'highlight.js';

/**
 * Characters of code that are coloured in one text, and of one line of it: what is longer is shown as it is. Some grammars take the square of the length
 * of a word or of a piece without a sign in it (ADR 0033).
 */
const MOST = 10_000;
const LONG_LINE = /[^\n]{500}/;

let highlighter: HLJSApi | undefined;

/** Read with the first code that names its language: it takes some 50 ms, which a start has no use for (ADR 0033). */
const loaded = (): HLJSApi => (highlighter ??= createRequire(import.meta.url)('highlight.js/lib/common') as HLJSApi);

/** Colours the code of one text; an empty answer leaves it as it is. */
export function colouring(): (code: string, language: string) => string {
  let left = MOST;
  return (code, language) => {
    left -= code.length;
    if (language === '' || left < 0 || LONG_LINE.test(code) || loaded().getLanguage(language) === undefined) return '';
    return loaded().highlight(code, { language, ignoreIllegals: true }).value;
  };
}
