import type { WorkItemType } from '../../work-item/types.ts';
import { allowedChild } from '../../work-item/rules.ts';

type Id = string | number;

/** Levels of epics in all, the root counted (TR-15.4). */
export const MAX_DEPTH = 7;
/** Child epics of one epic; a setting of the server. */
export const DEFAULT_MAX_CHILDREN = 1000;

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly error: string };

export const OK: Verdict = { ok: true };
export const refused = (error: string) => ({ ok: false, error }) as const;

/** TR-15.1 to TR-15.5 and TR-18.2: every text with which an epic refuses a child. */
export const PARENT_ERRORS = {
  prefix: 'This epic cannot be added.',
  itself: 'An epic cannot be added to itself.',
  alreadyChild: 'It is already assigned to the parent epic.',
  alreadyAncestor: 'It is already an ancestor of the parent epic.',
  tooDeep: `One or more epics would exceed the maximum depth (${MAX_DEPTH}) from its most distant ancestor.`,
  tooMany: 'You cannot add any more epics. This epic already has maximum number of child epics.',
  confidentialEpic: 'A non-confidential epic cannot be assigned to a confidential parent epic',
  confidentialIssue: 'The parent epic is confidential and can only contain confidential epics and issues',
} as const;

export const CONFIDENTIALITY_ERRORS = {
  issues: 'Cannot make the epic confidential if it contains non-confidential issues',
  epics: 'Cannot make the epic confidential if it contains non-confidential child epics',
} as const;

export interface ParentCheck {
  readonly child: { readonly id: Id; readonly type: WorkItemType; readonly confidential: boolean };
  readonly parent: {
    readonly id: Id;
    readonly confidential: boolean;
    /** Ids of all ancestors of the parent, in any order, without the parent itself. */
    readonly ancestorIds: readonly Id[];
    /** Direct child epics now, whatever their state. */
    readonly childEpicCount: number;
  };
  /** The parent that the child has now; null: none. */
  readonly currentParentId: Id | null;
  /** Epics on the longest way down from the child, itself included: 1 for an epic without child epics; of no meaning for issues. */
  readonly childHeight: number;
  readonly maxChildren?: number;
}

/**
 * TR-15.7: may this epic take that child? The first rule that fails is the answer, with its whole text. Groups do not matter: a parent
 * may be in any other. Types that no epic holds are the caller's matter (they are "not found", TR-09.6).
 */
export function validateParent(check: ParentCheck): Verdict {
  const error = check.child.type === 'epic' ? epicError(check) : issueError(check);
  return error === null ? OK : refused(error);
}

function epicError({ child, parent, currentParentId, childHeight, maxChildren }: ParentCheck): string | null {
  const prefixed = (text: string): string => `${PARENT_ERRORS.prefix} ${text}`;
  if (child.id === parent.id) return prefixed(PARENT_ERRORS.itself);
  if (currentParentId === parent.id) return prefixed(PARENT_ERRORS.alreadyChild);
  if (parent.ancestorIds.includes(child.id)) return prefixed(PARENT_ERRORS.alreadyAncestor);
  if (childHeight + parent.ancestorIds.length >= MAX_DEPTH) return prefixed(PARENT_ERRORS.tooDeep);
  if (parent.childEpicCount >= (maxChildren ?? DEFAULT_MAX_CHILDREN)) return prefixed(PARENT_ERRORS.tooMany);
  return parent.confidential && !child.confidential ? PARENT_ERRORS.confidentialEpic : null;
}

function issueError({ child, parent }: ParentCheck): string | null {
  return parent.confidential && !child.confidential ? PARENT_ERRORS.confidentialIssue : null;
}

/** TR-18.3: a new epic is confidential if its parent is, whatever was asked for. */
export const inheritedConfidentiality = (asked: boolean, parentConfidential: boolean): boolean =>
  asked || parentConfidential;

export interface ConfidentialityCheck {
  readonly confidential: boolean;
  readonly parentConfidential: boolean;
  readonly hasPublicIssues: boolean;
  readonly hasPublicEpics: boolean;
}

/** TR-18.4: may the confidentiality of an epic with this parent and these direct children be set so? */
export function validateConfidentiality(check: ConfidentialityCheck): Verdict {
  if (!check.confidential) return check.parentConfidential ? refused(PARENT_ERRORS.confidentialEpic) : OK;
  if (check.hasPublicIssues) return refused(CONFIDENTIALITY_ERRORS.issues);
  return check.hasPublicEpics ? refused(CONFIDENTIALITY_ERRORS.epics) : OK;
}

/** TR-15.6: what may stand under what, by type and by level; `parentLevel` is 1 for a root epic. For offers in the view. */
export function mayHold(
  parent: { readonly type: WorkItemType; readonly level: number; readonly confidential: boolean },
  child: { readonly type: WorkItemType; readonly height: number; readonly confidential: boolean },
): boolean {
  const allowed = allowedChild(parent.type, child.type);
  if (allowed === null || (parent.confidential && !child.confidential)) return false;
  return parent.type !== child.type || parent.level + child.height <= allowed.maxDepth;
}
