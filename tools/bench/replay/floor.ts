import type { MoveIntent } from '@espalier/core';
import type { Stamped } from '@espalier/core/store';
import type { ItemReading } from '@espalier/core/work-item';
import type { Reading } from '../core/reading.ts';
import type { Replayer, Replaying, Start } from './world.ts';
import { between, line, rest, shifted } from './world.ts';

/** Mutable Maps and arrays, changed in place. It forgets every state but the last. */
export class Floor implements Replaying {
  readonly items = new Map<string, ItemReading>();
  readonly lists = new Map<string, string[]>();
  readonly parents = new Map<string, string>();
  readonly expanded = new Map<string, boolean>();
  readonly removing = new Set<string>();
  readonly pending = new Map<string, { move: MoveIntent; sent: boolean }>();
  readonly notices = new Map<string, string>();
  labelsShown = true;

  constructor(start: Start) {
    for (const epic of start.epics) {
      this.items.set(epic.id, { ...epic });
      this.expanded.set(epic.id, true);
      const children = start.children.get(epic.id)!;
      for (const item of children) {
        this.items.set(item.id, { ...item });
        this.parents.set(item.id, epic.id);
      }
      this.lists.set(
        epic.id,
        children.map(({ id }) => id),
      );
    }
  }

  replay(actions: readonly Stamped[]): void {
    for (const action of actions) this.apply(action);
  }

  apply({ type, payload, meta }: Stamped): void {
    switch (type) {
      case 'tree/itemToggled': {
        const { id } = payload as { id: string };
        this.expanded.set(id, !this.expanded.get(id));
        break;
      }
      case 'tree/childMoved':
        this.pending.set(meta.id!, { move: payload as MoveIntent, sent: false });
        break;
      case 'mutation/sent':
        this.pending.get((payload as { id: string }).id)!.sent = true;
        break;
      case 'tree/childMoved/committed':
        this.pending.delete(meta.resolves!.id);
        this.#move((payload as { asked: MoveIntent }).asked);
        break;
      case 'tree/removeConfirmed':
        this.removing.add((payload as { id: string }).id);
        break;
      case 'tree/removeConfirmed/committed': {
        const { id, parentId } = (payload as { asked: { id: string; parentId: string } }).asked;
        this.removing.delete(id);
        this.#leave(id, parentId);
        this.parents.delete(id);
        break;
      }
      case 'tree/childRestored/committed': {
        const { asked, answer } = payload as { asked: { parentId: string }; answer: readonly ItemReading[] };
        for (const item of answer) {
          this.items.set(item.id, { ...item });
          this.#enter(item.id, asked.parentId, 0);
        }
        break;
      }
      case 'tree/children/received':
        this.#read((payload as Reading).data);
        break;
      case 'tree/labelsToggled':
        this.labelsShown = !this.labelsShown;
        break;
      case 'notice/raised':
        this.notices.set(meta.id!, (payload as { text: string }).text);
        break;
      case 'notice/dismissed':
        this.notices.delete((payload as { id: string }).id);
        break;
      default:
        throw new Error(`An action of another kind: ${type}`);
    }
  }

  #leave(id: string, parentId: string): void {
    const list = this.lists.get(parentId)!;
    list.splice(list.indexOf(id), 1);
    const epic = this.items.get(parentId)!;
    Object.assign(epic, shifted(epic, this.items.get(id)!, -1));
  }

  #enter(id: string, parentId: string, index: number): void {
    this.lists.get(parentId)!.splice(index, 0, id);
    this.parents.set(id, parentId);
    const epic = this.items.get(parentId)!;
    Object.assign(epic, shifted(epic, this.items.get(id)!, 1));
  }

  #move({ childId, fromParentId, parentId, before }: MoveIntent): void {
    const list = this.lists.get(parentId)!;
    if (fromParentId === parentId) {
      list.splice(list.indexOf(childId), 1);
      list.splice(list.indexOf(before!), 0, childId);
    } else {
      this.#leave(childId, fromParentId);
      this.#enter(childId, parentId, list.indexOf(before!));
    }
    const at = list.indexOf(childId);
    const position = (index: number) => this.items.get(list[index] ?? '')?.relativePosition;
    const item = this.items.get(childId)! as { relativePosition: number | null };
    item.relativePosition = between(position(at - 1), position(at + 1));
  }

  #read({ parent, items }: Reading['data']): void {
    Object.assign(this.items.get(parent!.id)!, parent);
    for (const item of items) Object.assign(this.items.get(item.id)!, item);
  }

  shown() {
    const lines = [...this.lists].map(([id, list]) =>
      line(
        this.items.get(id)!,
        this.expanded.get(id)!,
        list.map((child) => this.items.get(child)!),
      ),
    );
    return [...lines, rest(this.labelsShown, [...this.notices.values()], this.pending.size)];
  }
}

export const floor: Replayer = {
  name: 'floor: Maps and arrays changed in place',
  make: (start) => new Floor(start),
};
