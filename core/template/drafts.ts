import type { DraftKind } from '../store/drafts.ts';
import { typedIn } from '../store/drafts.ts';
import { isTemplateWritten, placeKey, templateActions, type EditedTemplate, type TemplateState } from './slice.ts';

const typed = typedIn((edited: EditedTemplate): EditedTemplate | null => (isTemplateWritten(edited) ? edited : null));

/** IE-08.23: what is typed is kept by the place of the page. */
const kind: DraftKind<{ readonly template: TemplateState }> = {
  form: 'template',
  typed: ({ template: { place, edited } }) =>
    place === null || edited === null ? null : typed(edited, placeKey(place)),
  restore({ template }, { place, data }) {
    if (template.place === null || placeKey(template.place) !== place || template.edited !== null) return null;
    const { was, before, name, content } = data as EditedTemplate;
    return [templateActions.formOpened({ was, before }), templateActions.typed({ name, content })];
  },
  isDone: (action, place) =>
    templateActions.formClosed.match(action) ||
    (templateActions.saved.match(action) && placeKey(action.payload.place) === place),
};

export const templateDraft: DraftKind = kind;
