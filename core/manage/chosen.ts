/** Who or what was chosen in a form, as one text of it: a line for each, its key and its title. */
export interface Chosen {
  readonly key: string;
  readonly title: string;
}

export const chosenIn = (text: string | undefined): readonly Chosen[] =>
  (text ?? '').split('\n').flatMap((line) => {
    const [key = '', title = key] = line.split('\t');
    return key === '' ? [] : [{ key, title }];
  });

export const chosenText = (chosen: readonly Chosen[]): string =>
  chosen.map(({ key, title }) => `${key}\t${title.replace(/\s+/g, ' ')}`).join('\n');

/** The addresses in what was typed or pasted, which blanks, commas and semicolons part. */
export const addressesIn = (text: string): readonly string[] =>
  text.split(/[\s,;]+/).filter((part) => part.includes('@'));

const NUMBER = /^\d+$/;

/** The numbers of those that were chosen from what is there, and what was typed: addresses. */
export function splitChosen(text: string | undefined): {
  readonly ids: readonly string[];
  readonly typed: readonly string[];
} {
  const keys = chosenIn(text).map(({ key }) => key);
  return { ids: keys.filter((key) => NUMBER.test(key)), typed: keys.filter((key) => !NUMBER.test(key)) };
}
