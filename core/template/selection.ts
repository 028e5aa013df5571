import type { OfferedTemplate, TemplateCategory } from './slice.ts';

/** What a form has begun with: a template, or (null) no template, which empties the text. */
export interface TemplateChoice {
  readonly template: OfferedTemplate | null;
  readonly content: string;
}

/** Of one form. `applied`: what it last began with; `warned`: what would override a text of one's own, until the person decides. */
export interface TemplateSelection {
  readonly applied: TemplateChoice | null;
  readonly warned: TemplateChoice | null;
}

/** `text`: what replaces the form's text; null: it stays. */
export interface TemplateDecision {
  readonly selection: TemplateSelection;
  readonly text: string | null;
}

export const NO_SELECTION: TemplateSelection = { applied: null, warned: null };
export const NO_TEMPLATE: TemplateChoice = { template: null, content: '' };

/** Editors write line ends in their own way, and some add one at the end. */
const plain = (text: string): string => text.replace(/\r\n?/g, '\n').trimEnd();

const isUntouched = ({ applied }: TemplateSelection, text: string): boolean =>
  plain(text) === '' || (applied !== null && plain(text) === plain(applied.content));

const applying = (choice: TemplateChoice): TemplateDecision => ({
  selection: { applied: choice, warned: null },
  text: choice.content,
});

/** IE-08.5, IE-08.6: a template is chosen for a form that holds `text`. */
export function chooseTemplate(selection: TemplateSelection, choice: TemplateChoice, text: string): TemplateDecision {
  if (isUntouched(selection, text)) return applying(choice);
  return { selection: { ...selection, warned: choice }, text: null };
}

/** IE-08.6: the person wants the template although it overrides their text. */
export const overrideText = ({ warned, ...kept }: TemplateSelection): TemplateDecision =>
  warned === null ? { selection: { ...kept, warned }, text: null } : applying(warned);

/** IE-08.6: the person keeps their text, and what was chosen before. */
export const closeWarning = (selection: TemplateSelection): TemplateSelection => ({ ...selection, warned: null });

/** IE-08.7: the form begins with nothing any more; the template's own text goes with it. */
export function resetTemplate(selection: TemplateSelection, text: string): TemplateDecision {
  const goes = selection.applied !== null && plain(text) !== '' && isUntouched(selection, text);
  return { selection: NO_SELECTION, text: goes ? '' : null };
}

/** IE-08.9: the templates whose names contain what is typed, in any case; categories without any are left out. */
export function matchingTemplates(categories: readonly TemplateCategory[], typed: string): readonly TemplateCategory[] {
  const wanted = typed.trim().toLowerCase();
  return categories
    .map(({ title, templates }) => ({
      title,
      templates: templates.filter(({ name }) => name.toLowerCase().includes(wanted)),
    }))
    .filter(({ templates }) => templates.length > 0);
}
