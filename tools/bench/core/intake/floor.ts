import type { Page } from '../data.ts';
import type { Intake, IssueNode } from './intake.ts';
import { epicOf, issuesOf } from './intake.ts';

type Nodes<T> = { readonly nodes: readonly (T | null)[] | null } | null;

/** Keeps what a connection holds by id, and gives the ids. */
function keep<T extends { readonly id: string }>(connection: Nodes<T>, table: Map<string, T>): string[] {
  const ids: string[] = [];
  for (const node of connection?.nodes ?? []) {
    if (node === null) continue;
    table.set(node.id, node);
    ids.push(node.id);
  }
  return ids;
}

/** The floor: mutable Maps by id for each kind of entity, and for each parent an array of its open and one of its closed children. */
export const floor: Intake = {
  name: 'mutable Maps, arrays per parent (floor)',
  make() {
    const labels = new Map<string, { readonly id: string }>();
    const people = new Map<string, { readonly id: string }>();
    const milestones = new Map<string, { readonly id: string }>();
    const record = (node: IssueNode) => {
      const { milestone, assignees, labels: connection } = node;
      if (milestone !== null) milestones.set(milestone.id, milestone);
      return {
        ...node,
        milestone: milestone === null ? null : milestone.id,
        assignees: keep(assignees, people),
        labels: keep(connection, labels),
      };
    };
    const items = new Map<string, ReturnType<typeof record>>();
    const epics = new Map<string, object>();
    const children = new Map<string, { readonly open: string[]; readonly closed: string[] }>();
    const parents = new Map<string, string>();
    return {
      take(page: Page) {
        const { issues: _issues, ...epic } = epicOf(page);
        epics.set(epic.id, epic);
        let list = children.get(epic.id);
        if (list === undefined) children.set(epic.id, (list = { open: [], closed: [] }));
        for (const node of issuesOf(page)) {
          const id = node.id!;
          items.set(id, record(node));
          parents.set(id, epic.id);
          (node.state === 'closed' ? list.closed : list.open).push(id);
        }
      },
      shown: () =>
        new Map(
          [...children].map(([id, { open, closed }]) => [
            id,
            [...open, ...closed].map((child) => ({ id: child, title: items.get(child)!.title })),
          ]),
        ),
    };
  },
};
