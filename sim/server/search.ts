export type SearchText = string | null;

/** The words of a search; what stands in quotes is one of them. */
const words = (search: string): string[] =>
  [...search.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].flatMap(([, double, single, bare]) => {
    const word = (double ?? single ?? bare ?? '').toLowerCase();
    return word === '' ? [] : [word];
  });

/** Every word stands in one of the texts, whatever the case; no search matches everything. */
export const matches = (search: unknown, ...texts: readonly SearchText[]): boolean =>
  typeof search !== 'string' ||
  words(search).every((word) => texts.some((text) => text?.toLowerCase().includes(word) === true));
