import type { TemplateText } from '@espalier/core/template/rules';
import type { Viewer } from '../access/viewer.ts';
import type { Owner } from './item.ts';

/** A description template of a group or of a project: exactly one of the ids is set. */
export interface StoredTemplate {
  readonly name: string;
  readonly groupId: number | null;
  /** Of the group. */
  readonly groupName: string | null;
  readonly projectId: number | null;
  /** ISO 8601 with Z. */
  readonly updatedAt: string;
}

/** Whose template it is; null where the name alone says it, and the nearest counts. */
export type TemplateSource = { readonly groupId: number } | { readonly projectId: number };

export interface TemplateStore {
  /** What is offered in a group or project: its own templates, then those of the readable groups above it, nearest first; by name, in any case. */
  around(viewer: Viewer, owner: Owner): Promise<readonly StoredTemplate[]>;
  /** One of these by its name, in any case. */
  find(
    viewer: Viewer,
    owner: Owner,
    name: string,
    source: TemplateSource | null,
  ): Promise<(StoredTemplate & TemplateText) | undefined>;
  /** Gives the owner a template. False: it has one of that name. */
  insert(owner: Owner, template: TemplateText, now: string): Promise<boolean>;
  /** Changes the owner's own template of a name. */
  update(owner: Owner, name: string, changed: Partial<TemplateText>, now: string): Promise<'done' | 'absent' | 'taken'>;
  /** Deletes the owner's own. False: there is none. */
  delete(owner: Owner, name: string): Promise<boolean>;
}
