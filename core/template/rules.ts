/** Rules of description templates (SPEC.md) that client and server share. */

/** In characters. */
export const TEMPLATE_NAME_MAX = 255;
export const TEMPLATE_CONTENT_MAX = 1_048_576;

/** IE-08.11: a template of the name `Bug.md` is called `Bug`. */
export const templateName = (typed: string): string => typed.trim().replace(/\.md$/i, '').trim();

/** IE-08.10: is this the name of a Markdown file? */
export const isMarkdownFile = (name: string): boolean => /\.md$/i.test(name.trim());

export interface TemplateText {
  readonly name: string;
  readonly content: string;
}

/** IE-08.12: what is wrong with a template, by field; both null for a good one. `name` as `templateName` gives it. */
export function templateFaults({ name, content }: TemplateText): Readonly<Record<keyof TemplateText, string | null>> {
  return { name: nameFault(name), content: contentFault(content) };
}

function nameFault(name: string): string | null {
  if (name === '') return "can't be blank";
  if ([...name].length > TEMPLATE_NAME_MAX) return `is too long (maximum is ${TEMPLATE_NAME_MAX} characters)`;
  // It is a part of addresses and stands in one line.
  return /[/\p{Cc}]/u.test(name) || /^\.+$/.test(name) ? 'must not contain slashes or line breaks' : null;
}

function contentFault(content: string): string | null {
  if (content.trim() === '') return "can't be blank";
  return [...content].length > TEMPLATE_CONTENT_MAX
    ? `is too long (maximum is ${TEMPLATE_CONTENT_MAX} characters)`
    : null;
}
