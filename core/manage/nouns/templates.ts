import { jsonOf, textOf } from '../../api/wire-parts.ts';
import { withMeta } from '../../store/action.ts';
import { TEMPLATES, templateActions, templateFaults, templateName } from '../../template/index.ts';
import { placePath, type Noun } from '../noun.ts';
import type { Entry } from '../slice.ts';
import { MANAGE_TEXTS } from '../texts.ts';

/** A description template. */
export interface TemplateEntry extends Entry {
  readonly name: string;
  /** An instant. */
  readonly updatedAt: string | null;
}

const LIST = 'issues';

/** Its address below the templates of its place. A name has no slash, and a text with one counts as somebody's in a log that is redacted (BD-05.7). */
export const templateId = (name: string): string => `${LIST}/${name}`;

export const templates: Noun = {
  may: () => 'adminTemplate',
  filters: [],
  list: ({ kind, fullPath }) => ({
    method: 'GET',
    path: `${kind === 'group' ? '/groups' : ''}/${fullPath}/-/settings/templates.json`,
  }),
  rowsIn: (answer) => jsonOf(answer)['templates'] ?? [],
  entryOf(json): TemplateEntry | null {
    const { name: known, updated_at } = jsonOf(json);
    const name = textOf(known);
    return name === null ? null : { id: templateId(name), name, updatedAt: textOf(updated_at) };
  },
  faults: ({ name = '', content = '' }) => templateFaults({ name: templateName(name), content }),
  request({ page, what, id, draft: { name = '', content = '' } }) {
    const path = placePath(page, 'templates', ...(id ?? LIST).split('/'));
    if (what === 'delete') return { method: 'DELETE', path };
    return { method: id === null ? 'POST' : 'PUT', path, body: { name: templateName(name), content } };
  },
  // IE-08.21: what forms have read of them may be another text now.
  changed: ({ kind, fullPath }) =>
    kind === 'site'
      ? null
      : withMeta(templateActions.saved({ place: { kind, fullPath } }), { invalidates: [TEMPLATES] }),
  failure: MANAGE_TEXTS.templates,
  denied: MANAGE_TEXTS.templatesDenied,
};
