/** What is searched for. */

/** RL-12.2: the operators of a filtered search, the default first. */
export const OPERATORS: readonly { readonly value: '=' | '!='; readonly description: string }[] = [
  { value: '=', description: 'is' },
  { value: '!=', description: 'is not' },
];

/** RL-12.3: blank text is dropped (null); text with a space is put in double quotes unless it already is quoted. */
export function searchTerm(raw: string): string | null {
  const text = raw.trim();
  if (text === '') return null;
  const quoted = /^(["']).*\1$/s.test(text) && text.length > 1;
  return text.includes(' ') && !quoted ? `"${text}"` : text;
}
