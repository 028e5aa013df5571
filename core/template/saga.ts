import type { Ports } from '../ports/index.ts';
import { all } from 'typed-redux-saga';
import { jsonOf, textOf } from '../api/wire-parts.ts';
import { observe, query } from '../query/index.ts';
import type { TemplateRoot } from './select.ts';
import {
  TEMPLATES,
  templateActions,
  templateReads,
  type OfferedTemplate,
  type TemplateCategory,
  type TemplatePlace,
} from './slice.ts';

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

const { opened, chosen, retried, saved, filesHandled } = templateActions;
const CHANGED = [saved.type, filesHandled.type];

/** Reads what forms ask for. */
export function* templateSaga(ports: Ports): Generator {
  yield* all([
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
  ]);
}
