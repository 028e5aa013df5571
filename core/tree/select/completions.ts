import { get } from '../../table/index.ts';
import { fullReference, stateBadge } from '../../work-item/rules.ts';
import { foundNothing, NOTHING_FOUND, openCompletions, type ReferenceField } from '../rules.ts';
import type { AddExistingForm } from '../state.ts';
import type { TreeView } from './view.ts';

/** One item that is offered while a reference is being typed. */
export interface CompletionModel {
  readonly reference: string;
  readonly title: string;
  /** `Closed`; null for an open one. */
  readonly note: string | null;
}

const NONE: readonly CompletionModel[] = [];

/** TR-09.24: what was found and is not taken already. */
export function completionModels({ visible, tree }: TreeView, form: AddExistingForm): readonly CompletionModel[] {
  const { found } = form.completion;
  if (found.length === 0) return NONE;
  const kind = form.form === 'addEpic' ? 'epic' : 'issue';
  const items = [form.parentId, ...(get(visible.orders, form.parentId)?.ids ?? [])].flatMap(
    (id) => get(visible.items, id) ?? [],
  );
  const taken = [
    ...form.references.map(({ text }) => text),
    ...items.flatMap(({ type, group, projectPath, iid }) => {
      const path = projectPath ?? group?.fullPath;
      return path === undefined ? [] : [fullReference(type === 'epic' ? 'epic' : 'issue', path, iid)];
    }),
  ];
  const open = openCompletions(found, taken, { kind, groupPath: tree.root?.fullPath ?? '' });
  return open.map(({ reference, title, state }) => ({
    reference,
    title,
    note: state === 'closed' ? stateBadge(state) : null,
  }));
}

/** TR-09.26: what a screen reader is told; TR-09.31: what stands in the list where nothing was found. */
export function completionsText(
  field: ReferenceField,
  count: number,
): { readonly completionsText: string; readonly nothing: string | null } {
  const nothing = foundNothing(field) ? NOTHING_FOUND : null;
  const many = `${count} ${count === 1 ? 'suggestion' : 'suggestions'}, use the arrow keys to choose.`;
  return { completionsText: count === 0 ? (nothing ?? '') : many, nothing };
}
