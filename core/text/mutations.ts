import type { Json } from '../api/wire-parts.ts';
import type { Draft } from '../mutation/index.ts';
import type { ItemRecords } from '../work-item/entity.ts';
import { textOf } from '../api/wire-parts.ts';
import { recordKeys } from '../entities/index.ts';
import { define } from '../mutation/index.ts';
import { withFacts } from '../work-item/entity.ts';
import { formActions } from './form-actions.ts';

/** IE-02.43: what is sent is worked out beforehand (save.ts), and one save of an item is on its way at a time. */
const saving = define(formActions.saved, {
  scope: ({ id }) => `text ${id}`,
  invalidates: ({ id }) => recordKeys(id, ['title', 'description', 'descriptionHtml', 'lockVersion', 'editedBy']),
  request: (_, { path, body }) => ({ rest: { method: 'PUT', path, body } }),
  /** A server that says less has saved what was sent. */
  decode: (data: Json | null, { title, description }) =>
    data && {
      title: textOf(data['title'], title),
      description: textOf(data['description'], description),
      lockVersion: Number(data['lock_version']) || 0,
      webUrl: textOf(data['web_url']),
      refused: textOf(data['message']),
    },
  commit(draft: Draft<ItemRecords>, { webUrl: _, refused: __, ...version }, { id }) {
    const { lockVersion = 0, description, descriptionHtml } = draft.get('items', id) ?? {};
    if (version.lockVersion < lockVersion) return;
    withFacts(draft, id, version);
    // IE-02.48
    if (descriptionHtml && description !== version.description)
      withFacts(draft, id, { descriptionHtml: descriptionHtml.replace(/ data-sourcepos="[^"]*"/g, '') });
  },
  error: () => 'form',
});

export const textMutations = [saving] as const;
