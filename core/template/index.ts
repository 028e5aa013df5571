export { isWorthReading, templateFileActions, type ChosenFile } from './files.ts';
export { isMarkdownFile } from './rules.ts';
export { templateSaga } from './saga.ts';
export {
  selectContent,
  selectContentFailed,
  selectManagedStatus,
  selectManaging,
  selectNamesFailed,
  selectTemplates,
} from './select.ts';
export {
  chooseTemplate,
  closeWarning,
  matchingTemplates,
  NO_SELECTION,
  NO_TEMPLATE,
  overrideText,
  resetTemplate,
  type TemplateDecision,
} from './selection.ts';
export {
  isTemplateWritten,
  selectIsWritingTemplate,
  templateActions,
  type ChosenTemplate,
  type EditedTemplate,
  type ManagedTemplate,
  type OfferedTemplate,
  type TemplateCategory,
  type TemplateFile,
  type TemplatePlace,
} from './slice.ts';
export { TEMPLATE_TEXTS, templateFailure } from './texts.ts';
