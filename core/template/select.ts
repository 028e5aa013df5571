import { selectQuery, type Queries } from '../query/index.ts';
import {
  samePlace,
  sameTemplate,
  templateReads,
  type ChosenTemplate,
  type TemplateCategory,
  type TemplateFile,
  type TemplatePlace,
  type TemplateState,
} from './slice.ts';

export interface TemplateRoot {
  readonly template: TemplateState;
  readonly queries: Queries;
}

const NONE: readonly TemplateCategory[] = [];

/** What is offered in a place; nothing before it was read. */
export const selectTemplates = ({ template }: TemplateRoot, place: TemplatePlace): readonly TemplateCategory[] =>
  template.names.find((each) => samePlace(each.place, place))?.categories ?? NONE;

/** IE-08.2 */
export const selectNamesFailed = (state: TemplateRoot, place: TemplatePlace): boolean =>
  selectQuery(state, templateReads.names, place).status === 'failed';

/** The text of a template; null: it was not read yet. */
export const selectContent = ({ template }: TemplateRoot, chosen: ChosenTemplate): string | null =>
  template.contents.find((each) => sameTemplate(each, chosen))?.content ?? null;

/** IE-08.4: the text could not be read, or the template is gone. */
export function selectContentFailed(state: TemplateRoot, chosen: ChosenTemplate): boolean {
  const { status } = selectQuery(state, templateReads.content, chosen);
  return status === 'failed' || status === 'missing';
}

const NO_FILES: readonly TemplateFile[] = [];

/** IE-08.52: what becomes of the files that were chosen on a place's page. */
export const selectTemplateFiles = (
  { template: { files } }: TemplateRoot,
  place: TemplatePlace,
): readonly TemplateFile[] => (files !== null && samePlace(files.place, place) ? files.list : NO_FILES);
