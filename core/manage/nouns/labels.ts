import { jsonOf, textOf } from '../../api/wire-parts.ts';
import { parseColor, splitScopedLabel, textColorFor } from '../../work-item/rules/labels.ts';
import { splitChosen } from '../chosen.ts';
import { lineFault, placePath, textOrNull, type Noun } from '../noun.ts';
import type { Entry } from '../slice.ts';
import { MANAGE_TEXTS } from '../texts.ts';

export interface LabelEntry extends Entry {
  readonly title: string;
  readonly color: string;
  readonly textColor: string;
  readonly scoped: { readonly scope: string; readonly value: string } | null;
  readonly description: string | null;
  /** How many open items of projects with it the viewer may see. */
  readonly opened: number;
  /** The viewer follows it. */
  readonly followed: boolean;
}

const TITLE_MAX = 255;

export const labels: Noun = {
  may: () => 'adminLabel',
  filters: ['own', 'all'],
  searchedBy: 'search',
  list: (list) => ({
    method: 'GET',
    path: placePath(list, 'labels'),
    query: { with_counts: true, include_ancestor_groups: list.filter === 'all' },
  }),
  entryOf(json): LabelEntry | null {
    const { id, name, color, description, open_issues_count, subscribed } = jsonOf(json);
    const title = textOf(name);
    if (typeof id !== 'number' || title === null) return null;
    return {
      id: String(id),
      title,
      color: textOf(color, ''),
      textColor: textColorFor(textOf(color, '')),
      scoped: splitScopedLabel(title),
      description: textOf(description),
      opened: typeof open_issues_count === 'number' ? open_issues_count : 0,
      followed: subscribed === true,
    };
  },
  faults: ({ title = '', color = '' }) => ({
    title: lineFault(title, TITLE_MAX),
    color: parseColor(color) === null ? 'must be a valid color code' : null,
  }),
  request({ page, what, id, draft: { title = '', color = '', description, into } }) {
    if (what === 'save') {
      const fields = { color: parseColor(color) ?? color, description: textOrNull(description) ?? '' };
      return id === null
        ? { method: 'POST', path: placePath(page, 'labels'), body: { name: title.trim(), ...fields } }
        : { method: 'PUT', path: placePath(page, 'labels', id), body: { new_name: title.trim(), ...fields } };
    }
    if (what === 'delete') return { method: 'DELETE', path: placePath(page, 'labels', id ?? '') };
    if (what === 'promote') return { method: 'PUT', path: placePath(page, 'labels', id ?? '', 'promote') };
    if (what === 'merge') {
      return {
        method: 'POST',
        path: placePath(page, 'labels', id ?? '', 'merge'),
        body: { into: splitChosen(into).ids[0] },
      };
    }
    return {
      method: 'POST',
      path: placePath(page, 'labels', id ?? '', what === 'follow' ? 'subscribe' : 'unsubscribe'),
    };
  },
  failure: MANAGE_TEXTS.labels,
};
