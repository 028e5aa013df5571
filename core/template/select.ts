import { selectQuery, type Queries, type QueryStatus } from '../query/index.ts';
import {
  samePlace,
  sameTemplate,
  templateReads,
  type ChosenTemplate,
  type TemplateCategory,
  type TemplatePlace,
  type TemplateState,
} from './slice.ts';
import { TEMPLATE_TEXTS } from './texts.ts';

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

export const selectManaging = ({ template }: TemplateRoot): TemplateState => template;

/** IE-08.20: how far the page's list has come; `denied`: the viewer does not manage templates here. */
export function selectManagedStatus(state: TemplateRoot): QueryStatus | 'denied' {
  const { status, error } = selectQuery(state, templateReads.managed, state.template.place);
  return error === TEMPLATE_TEXTS.denied ? 'denied' : status;
}
