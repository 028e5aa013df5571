import type { AccessSubject, Visibility } from '@espalier/core/access';
import { type Viewer, accessLevel } from './viewer.ts';

/** The columns of an owner or item that the core's access rules ask for. */
export interface SubjectRow {
  readonly traversalIds: readonly number[];
  readonly projectId?: number | null;
  /** Of the group of an epic, of the project of everything else. */
  readonly visibility: string;
  /** The project is. */
  readonly archived?: boolean;
  readonly item?: {
    readonly kind: 'epic' | 'issue';
    readonly confidential: boolean;
    readonly authorId: number;
    /** Is the viewer among the assignees? */
    readonly assigned: boolean;
    /** Its author is banned. */
    readonly hidden?: boolean;
  };
}

/** Puts a question to `can` and the permission functions of @espalier/core/access. */
export function subjectOf(
  viewer: Viewer,
  row: SubjectRow & { readonly item: object },
): AccessSubject & { readonly item: NonNullable<AccessSubject['item']> };
export function subjectOf(viewer: Viewer, row: SubjectRow): AccessSubject;
export function subjectOf(viewer: Viewer, row: SubjectRow): AccessSubject {
  const level = accessLevel(viewer, row.traversalIds, row.projectId);
  return {
    viewer: viewer.userId === null ? null : { id: viewer.userId, admin: viewer.admin },
    accessLevel: level === 0 ? null : level,
    visibility: row.visibility as Visibility,
    ...(row.archived === true && { archived: true }),
    ...(row.item && {
      item: {
        kind: row.item.kind,
        confidential: row.item.confidential,
        authorId: row.item.authorId,
        assigneeIds: row.item.assigned && viewer.userId !== null ? [viewer.userId] : [],
        ...(row.item.hidden === true && { hidden: true }),
      },
    }),
  };
}
