/** The Markdown editor: what is offered while somebody writes, and previews. Its code comes with what shows it; what the planner wires is in slice.ts. */
export * from './rules.ts';
export { editorActions, type TextPlace } from './actions.ts';
export type { Choice } from './choices.ts';
export { editorSaga } from './queries.ts';
export { selectChoices, selectPreview, selectTextPlace } from './select.ts';
export { EDITOR_TEXTS } from './texts.ts';
