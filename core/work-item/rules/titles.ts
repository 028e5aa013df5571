/** The longest title, in characters (code points) after trimming (E9). */
export const TITLE_MAX = 255;

export const TITLE_BLANK = "Title can't be blank";
export const TITLE_TOO_LONG = 'Title is too long (maximum is 255 characters)';
export const TITLE_INVALID = 'Title is invalid';

export type TitleVerdict =
  { readonly ok: true; readonly title: string } | { readonly ok: false; readonly error: string };

/** TR-19.2: titles are trimmed, and then neither empty, nor too long, nor with a null character, which no database stores. */
export function validateTitle(raw: string): TitleVerdict {
  const title = raw.trim();
  if (title === '') return { ok: false, error: TITLE_BLANK };
  if (title.includes('\u0000')) return { ok: false, error: TITLE_INVALID };
  if (characterCount(title) > TITLE_MAX) return { ok: false, error: TITLE_TOO_LONG };
  return { ok: true, title };
}

/** Code points, as the database counts: an emoji outside the basic plane is one. */
export const characterCount = (text: string): number => [...text].length;
