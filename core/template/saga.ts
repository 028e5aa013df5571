import type { Ports, RestRequest } from '../ports/index.ts';
import { all, put } from 'typed-redux-saga';
import { jsonOf, textOf } from '../api/wire-parts.ts';
import { failureText } from '../access/failures.ts';
import { accessForm, watchForms } from '../access/forms.ts';
import { observe, query } from '../query/index.ts';
import { withMeta } from '../store/action.ts';
import { watchTemplateFiles } from './files-saga.ts';
import { templateFaults, templateName } from './rules.ts';
import type { TemplateRoot } from './select.ts';
import {
  templateActions,
  templateReads,
  type ManagedTemplate,
  type OfferedTemplate,
  type SubmittedTemplate,
  type TemplateCategory,
  type TemplatePlace,
} from './slice.ts';
import { TEMPLATE_TEXTS } from './texts.ts';

/** What a change of templates invalidates: reads that began before it. */
const TEMPLATES = 'templates';
const readsVersionsOf = () => [TEMPLATES];

const pagePath = ({ kind, fullPath }: TemplatePlace): string =>
  kind === 'group' ? `/groups/${fullPath}/-/` : `/${fullPath}/`;

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function offeredOf(value: unknown): readonly OfferedTemplate[] {
  const { name, key, project_id, group_id } = jsonOf(value);
  const known = textOf(key) ?? textOf(name);
  return known === null ? [] : [{ name: known, projectId: numberOf(project_id), groupId: numberOf(group_id) }];
}

const categoriesOf = (answer: unknown): readonly TemplateCategory[] =>
  Object.entries(jsonOf(answer)).flatMap(([title, list]) => {
    const templates = Array.isArray(list) ? list.flatMap(offeredOf) : [];
    return templates.length === 0 ? [] : [{ title, templates }];
  });

const names = query(templateReads.names, {
  request: (place) => ({ method: 'GET', path: `${pagePath(place)}description_templates/names/issue` }),
  decode: (answer: unknown) => ({ categories: categoriesOf(answer) }),
  readsVersionsOf,
});

const content = query(templateReads.content, {
  request: ({ place, template: { name, projectId, groupId } }) => ({
    method: 'GET',
    path: `${pagePath(place)}templates/issue/${encodeURIComponent(name)}`,
    query: {
      ...(projectId !== null && { source_template_project_id: projectId }),
      ...(groupId !== null && { source_template_group_id: groupId }),
    },
  }),
  decode(answer: unknown) {
    const text = textOf(jsonOf(answer)['content']);
    return text === null ? null : { content: text };
  },
  readsVersionsOf,
});

function managedOf(value: unknown): readonly ManagedTemplate[] {
  const { name, updated_at } = jsonOf(value);
  const known = textOf(name);
  return known === null ? [] : [{ name: known, updatedAt: textOf(updated_at) }];
}

const managed = query(templateReads.managed, {
  request: ({ kind, fullPath }) => ({
    method: 'GET',
    path: `${kind === 'group' ? '/groups' : ''}/${fullPath}/-/settings/templates.json`,
  }),
  decode(answer: unknown) {
    const { templates } = jsonOf(answer);
    return { templates: Array.isArray(templates) ? templates.flatMap(managedOf) : [] };
  },
  readsVersionsOf,
  failure: (error) => (error.status === 403 ? TEMPLATE_TEXTS.denied : failureText(error, TEMPLATE_TEXTS.reading)),
});

function changeRequest({ place: { kind, fullPath }, was, text }: SubmittedTemplate): RestRequest {
  const list = `/api/v4/${kind}s/${encodeURIComponent(fullPath)}/templates/issues`;
  const path = was === null ? list : `${list}/${encodeURIComponent(was)}`;
  if (text === null) return { method: 'DELETE', path };
  const body = { name: templateName(text.name), content: text.content };
  return { method: was === null ? 'POST' : 'PUT', path, body };
}

/** IE-08.21 */
const FORM = accessForm({
  submitted: templateActions.submitted,
  shown: ({ template }: TemplateRoot) => template.form,
  refuse({ text }) {
    const faults = text === null ? {} : templateFaults({ ...text, name: templateName(text.name) });
    return Object.values(faults).some((fault) => fault !== null)
      ? templateActions.refused({ error: null, faults })
      : null;
  },
  request: changeRequest,
  *done(_ports, _answer, { place }) {
    yield* put(withMeta(templateActions.saved({ place }), { invalidates: [TEMPLATES] }));
  },
  failed: (error) => templateActions.refused({ error: failureText(error, TEMPLATE_TEXTS.saving), faults: {} }),
});

const { opened, chosen, retried, saved, filesHandled, managed: shown } = templateActions;
const CHANGED = [saved.type, filesHandled.type];

/** Reads what forms and the page ask for, and sends the page's form. */
export function* templateSaga(ports: Ports): Generator {
  yield* all([
    watchForms(ports, [FORM]),
    watchTemplateFiles(ports, changeRequest, [TEMPLATES]),
    observe(ports, names, {
      params: ({ template }: TemplateRoot) => template.opened,
      changes: opened.type,
      again: retried.type,
      stale: CHANGED,
    }),
    observe(ports, content, {
      params: ({ template }: TemplateRoot) => template.chosen,
      changes: [chosen.type, saved.type],
      again: retried.type,
      stale: filesHandled.type,
    }),
    observe(ports, managed, {
      params: ({ template }: TemplateRoot) => template.place,
      opened: shown.type,
      again: retried.type,
      stale: CHANGED,
    }),
  ]);
}
