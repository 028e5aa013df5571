import { refused, validateParent, type Verdict, workItemLinkErrors } from '@espalier/core/tree/rules';
import { allowedChild } from '@espalier/core/work-item/rules';
import type { Item } from '../command/item.ts';
import type { Ancestor } from '../command/tree-store.ts';
import type { PlanStore } from '../command/plan-store.ts';

/**
 * What the rules of core need to know about a parent and its candidates, loaded by a fixed number of statements under the hierarchy lock.
 * Between the verdicts of one change the counts go on: each accepted child is counted.
 */
export class ParentRules {
  readonly #parent: Item;
  readonly #ancestors: readonly Ancestor[];
  readonly #heights: ReadonlyMap<number, number>;
  readonly #linked: ReadonlyMap<number, unknown>;
  readonly #maxChildren: number;
  #childEpics: number;
  #children: number;

  private constructor(
    parent: Item,
    ancestors: readonly Ancestor[],
    heights: ReadonlyMap<number, number>,
    linked: ReadonlyMap<number, unknown>,
    limit: number,
    counts: { readonly childEpics: number; readonly childIssues: number },
  ) {
    this.#parent = parent;
    this.#ancestors = ancestors;
    this.#heights = heights;
    this.#linked = linked;
    this.#maxChildren = limit;
    this.#childEpics = counts.childEpics;
    this.#children = counts.childEpics + counts.childIssues;
  }

  static async load(
    { tree, links }: PlanStore,
    parent: Item,
    candidates: readonly Pick<Item, 'id'>[],
  ): Promise<ParentRules> {
    const ids = candidates.map(({ id }) => id);
    const ancestors = await tree.ancestors(parent.id);
    const heights = await tree.heights(ids);
    const linked = await links.between(parent.id, ids);
    const limit = await tree.maxChildren();
    const counts = (await tree.rollups([parent.id])).get(parent.id) ?? { childEpics: 0, childIssues: 0 };
    return new ParentRules(parent, ancestors, heights, linked, limit, counts);
  }

  /** May the parent take this child? The whole text if not. An item that does not exist yet has the id 0. */
  verdict(child: Pick<Item, 'id' | 'type' | 'confidential' | 'parent_id'>): Verdict {
    const childHeight = this.#heights.get(child.id) ?? 1;
    if (this.#parent.type === 'epic') {
      return validateParent({
        child,
        parent: {
          id: this.#parent.id,
          confidential: this.#parent.confidential,
          ancestorIds: this.#ancestors.map(({ id }) => id),
          childEpicCount: this.#childEpics,
        },
        currentParentId: child.parent_id,
        childHeight,
        maxChildren: this.#maxChildren,
      });
    }
    return this.#workItemVerdict(child, childHeight);
  }

  /** The child was taken. */
  took(child: Pick<Item, 'type'>): void {
    this.#children += 1;
    if (child.type === 'epic') this.#childEpics += 1;
  }

  #workItemVerdict(child: Pick<Item, 'id' | 'type' | 'confidential' | 'parent_id'>, childHeight: number): Verdict {
    const otherType = this.#ancestors.findIndex(({ type }) => type !== this.#parent.type);
    const errors = workItemLinkErrors({
      child,
      parent: {
        id: this.#parent.id,
        type: this.#parent.type,
        confidential: this.#parent.confidential,
        ancestorIds: this.#ancestors.map(({ id }) => id),
        sameTypeAncestors: otherType < 0 ? this.#ancestors.length : otherType,
        childCount: this.#children,
      },
      childHeight,
      linked: this.#linked.has(child.id),
      maxChildren: this.#maxChildren,
    });
    return errors.length === 0 ? { ok: true } : refused(errors.join('. '));
  }
}

/** Can an item of this type stand under one of that type at all? */
export const isChildType = (parent: Item['type'], child: Item['type']): boolean => allowedChild(parent, child) !== null;
