export { isWorthReading, sentAgain, templateFileActions, templateFiles, type ChosenFile } from './files.ts';
export { isMarkdownFile, templateFaults, templateName } from './rules.ts';
export { templateSaga } from './saga.ts';
export {
  selectContent,
  selectContentFailed,
  selectNamesFailed,
  selectTemplateFiles,
  selectTemplates,
  type TemplateRoot,
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
  TEMPLATES,
  templateActions,
  type ChosenTemplate,
  type OfferedTemplate,
  type TemplateCategory,
  type TemplateFile,
  type TemplatePlace,
} from './slice.ts';
export { TEMPLATE_TEXTS, templateFailure } from './texts.ts';
