import type { TemplateText } from '@espalier/core/template/rules';
import type { Viewer } from '../../access/viewer.ts';
import type { Owner } from '../../command/item.ts';
import type { StoredTemplate, TemplateSource, TemplateStore } from '../../command/template-store.ts';
import { storable } from './items.ts';
import type { Rights } from './rights.ts';
import type { TemplateRow } from './rows.ts';
import type { World } from './world.ts';

const isNamed = (name: string) => (row: TemplateRow) => row.name.toLowerCase() === name.toLowerCase();

export class MemoryTemplates implements TemplateStore {
  readonly #world: World;
  readonly #rightsOf: (viewer: Viewer) => Rights;

  constructor(world: World, rightsOf: (viewer: Viewer) => Rights) {
    this.#world = world;
    this.#rightsOf = rightsOf;
  }

  async around(viewer: Viewer, owner: Owner): Promise<readonly StoredTemplate[]> {
    return this.#offered(viewer, owner).map((row) => this.#told(row));
  }

  async find(viewer: Viewer, owner: Owner, name: string, source: TemplateSource | null) {
    const isWanted = (row: TemplateRow): boolean =>
      source === null || ('groupId' in source ? row.groupId === source.groupId : row.projectId === source.projectId);
    const row = this.#offered(viewer, owner).filter(isWanted).find(isNamed(name));
    return row === undefined ? undefined : { ...this.#told(row), content: row.content };
  }

  async insert(owner: Owner, { name, content }: TemplateText, now: string): Promise<boolean> {
    storable(content);
    if (this.#own(owner).some(isNamed(storable(name)))) return false;
    const { group_id, project_id } = owner;
    const id = this.#world.nextId('templates');
    const place = { groupId: project_id === null ? group_id : null, projectId: project_id };
    this.#world.templates.set(id, { id, ...place, name, content, updatedAt: now });
    return true;
  }

  async update(owner: Owner, name: string, changed: Partial<TemplateText>, now: string) {
    storable(changed.content ?? null);
    storable(changed.name ?? null);
    const row = this.#own(owner).find(isNamed(name));
    if (row === undefined) return 'absent';
    const next = { ...row, ...changed, updatedAt: now };
    if (this.#own(owner).some((each) => each.id !== row.id && isNamed(next.name)(each))) return 'taken';
    this.#world.templates.set(row.id, next);
    return 'done';
  }

  async delete(owner: Owner, name: string): Promise<boolean> {
    const row = this.#own(owner).find(isNamed(name));
    return row !== undefined && this.#world.templates.delete(row.id);
  }

  #own({ group_id, project_id }: Owner): readonly TemplateRow[] {
    return [...this.#world.templates.values()].filter((row) =>
      project_id === null ? row.groupId === group_id : row.projectId === project_id,
    );
  }

  #offered(viewer: Viewer, { project_id, traversal_ids }: Owner): readonly TemplateRow[] {
    const rights = this.#rightsOf(viewer);
    const distance = ({ groupId }: TemplateRow): number =>
      groupId === null ? -1 : traversal_ids.toReversed().indexOf(groupId);
    const isOffered = ({ groupId, projectId }: TemplateRow): boolean =>
      groupId === null
        ? projectId === project_id
        : traversal_ids.includes(groupId) && rights.readsGroup(this.#world.group(groupId));
    return [...this.#world.templates.values()]
      .filter(isOffered)
      .sort((a, b) => distance(a) - distance(b) || (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
  }

  #told({ name, groupId, projectId, updatedAt }: TemplateRow): StoredTemplate {
    const groupName = groupId === null ? null : this.#world.group(groupId).name;
    return { name, groupId, groupName, projectId, updatedAt };
  }
}
