import { fullReference, relativeReference, typeNoun } from '@espalier/core/work-item/rules';
import type { Named as NamedItem } from '../command/item.ts';

/** Wording of system notes: what follows the author's name. References are short inside one owner, else full. */
type Named = Omit<NamedItem, 'id'>;

const kindOf = (item: Named): 'epic' | 'issue' => (item.type === 'epic' ? 'epic' : 'issue');
const ownerOf = (item: Named): string => item.project_path ?? item.group_path;

/** `&12` or `#7` seen from an item of the same owner, else `group/sub&12` or `group/project#7`. */
export function referenceFrom(here: Named, item: Named): string {
  return kindOf(here) === kindOf(item)
    ? relativeReference(kindOf(item), ownerOf(item), item.iid, ownerOf(here))
    : fullReferenceOf(item);
}

export function fullReferenceOf(item: Named): string {
  return fullReference(kindOf(item), ownerOf(item), item.iid);
}

/** Actions whose text names another item; only who may see that item reads the note. */
export const NAMING_ACTIONS: ReadonlySet<string> = new Set([
  'relate_to_child',
  'relate_to_parent',
  'unrelate_from_child',
  'unrelate_from_parent',
  'relate_epic',
  'unrelate_epic',
  'moved',
  'cloned',
  'epic_issue_added',
  'epic_issue_removed',
  'epic_issue_moved',
  'issue_added_to_epic',
  'issue_removed_from_epic',
  'issue_changed_epic',
  'relate',
  'unrelate',
]);

interface Line {
  readonly action: string;
  readonly body: string;
}

const typeName = (item: Named): string => typeNoun(item.type);

/** The notes on parent and child when a child without parent is attached. */
export function attachedNotes(parent: Named, child: Named): { readonly onParent: Line; readonly onChild: Line } {
  const toChild = referenceFrom(parent, child);
  const toParent = referenceFrom(child, parent);
  if (parent.type !== 'epic') {
    return {
      onParent: { action: 'relate_to_child', body: `added ${toChild} as child ${typeName(child)}` },
      onChild: { action: 'relate_to_parent', body: `added ${toParent} as parent ${typeName(parent)}` },
    };
  }
  if (child.type === 'epic') {
    return {
      onParent: { action: 'relate_epic', body: `added epic ${toChild} as child epic` },
      onChild: { action: 'relate_epic', body: `added epic ${toParent} as parent epic` },
    };
  }
  return {
    onParent: { action: 'epic_issue_added', body: `added issue ${toChild}` },
    onChild: { action: 'issue_added_to_epic', body: `added to epic ${toParent}` },
  };
}

/** The notes when a child is released. */
export function releasedNotes(parent: Named, child: Named): { readonly onParent: Line; readonly onChild: Line } {
  const toChild = referenceFrom(parent, child);
  const toParent = referenceFrom(child, parent);
  if (parent.type !== 'epic') {
    return {
      onParent: { action: 'unrelate_from_child', body: `removed child ${typeName(child)} ${toChild}` },
      onChild: { action: 'unrelate_from_parent', body: `removed parent ${typeName(parent)} ${toParent}` },
    };
  }
  if (child.type === 'epic') {
    return {
      onParent: { action: 'unrelate_epic', body: `removed child epic ${toChild}` },
      onChild: { action: 'unrelate_epic', body: `removed parent epic ${toParent}` },
    };
  }
  return {
    onParent: { action: 'epic_issue_removed', body: `removed issue ${toChild}` },
    onChild: { action: 'issue_removed_from_epic', body: `removed from epic ${toParent}` },
  };
}

/** The notes when a child goes from one parent to another. */
export function movedNotes(
  from: Named,
  to: Named,
  child: Named,
): { readonly onOldParent: Line; readonly onNewParent: Line; readonly onChild: Line } {
  const attached = attachedNotes(to, child);
  if (from.type !== 'epic' || to.type !== 'epic') {
    return {
      onOldParent: releasedNotes(from, child).onParent,
      onNewParent: attached.onParent,
      onChild: attached.onChild,
    };
  }
  const kind = child.type === 'epic' ? 'child epic' : 'issue';
  return {
    onOldParent: {
      action: child.type === 'epic' ? 'moved' : 'epic_issue_moved',
      body: `moved ${kind} ${referenceFrom(from, child)} to epic ${referenceFrom(from, to)}`,
    },
    onNewParent: attached.onParent,
    onChild:
      child.type === 'epic'
        ? attached.onChild
        : { action: 'issue_changed_epic', body: `changed epic to ${referenceFrom(child, to)}` },
  };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Jan 2, 2023` for the civil day 2023-01-02. */
export function dayInWords(day: string): string {
  const [year, month, date] = day.split('-');
  return `${months[Number(month) - 1] ?? ''} ${Number(date)}, ${Number(year)}`;
}
