import type { KeptContact } from '../../command/trial-store.ts';
import type { TokenScope, Visibility } from '@espalier/core/access';
import type { InheritedDate } from '@espalier/core/epic/rules';
import type { TemplateText } from '@espalier/core/template/rules';
import type { CivilDate, HealthStatus, WorkItemState, WorkItemType } from '@espalier/core/work-item/rules';
import type { EventKind } from '../../command/events.ts';
import type { Mark } from '../../command/place-store.ts';
import type { StoredNote } from '../../command/note-store.ts';
import type { Award, Awardable } from '../../command/award-store.ts';
import type { Timelog } from '../../command/time-store.ts';
import type { UserState } from '../../db/place-tables.ts';

/** The rows of the plan in memory. Ids are database ids; instants ISO 8601 with Z. */

export interface UserRow {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly admin: boolean;
  /** In lower case. */
  readonly email: string | null;
  readonly password: string | null;
  readonly state: UserState;
  /** What deleted people have written falls to it. */
  readonly isGhost: boolean;
}

export interface GroupRow {
  readonly id: number;
  readonly parentId: number | null;
  readonly fullPath: string;
  readonly name: string;
  readonly fullName: string;
  readonly description: string | null;
  readonly visibility: Visibility;
  /** From the root down, itself last. */
  readonly traversalIds: readonly number[];
  readonly marked: Mark | null;
  readonly doomed: boolean;
}

export interface ProjectRow {
  readonly id: number;
  readonly groupId: number;
  readonly fullPath: string;
  readonly name: string;
  readonly description: string | null;
  readonly visibility: Visibility;
  readonly archived: boolean;
  readonly marked: Mark | null;
  readonly doomed: boolean;
}

export interface MemberRow {
  readonly userId: number;
  readonly groupId: number | null;
  readonly projectId: number | null;
  readonly level: number;
  /** The day from which on it is none any more; null: it does not end. */
  readonly expiresAt: string | null;
}

/** A group that is invited to a group or project. */
export interface GroupShareRow extends Omit<MemberRow, 'userId'> {
  readonly withGroupId: number;
}

export interface SalesContactRow extends Omit<KeptContact, 'username'> {
  readonly groupId: number;
}

export interface InvitationRow extends Omit<MemberRow, 'userId'> {
  readonly id: number;
  readonly email: string;
  readonly token: string;
  readonly createdBy: number;
  /** The day from which on it is none any more. */
  readonly lapsesOn: string;
}

export interface LabelRow {
  readonly id: number;
  /** A label with neither group nor project belongs to nobody and is offered everywhere. */
  readonly groupId: number | null;
  readonly projectId: number | null;
  readonly title: string;
  readonly description: string | null;
  readonly color: string;
}

export interface MilestoneRow {
  readonly id: number;
  readonly iid: number;
  /** A milestone with neither group nor project is not offered anywhere, though items may have it. */
  readonly groupId: number | null;
  readonly projectId: number | null;
  readonly title: string;
  readonly description: string | null;
  readonly state: 'active' | 'closed';
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
}

export interface IterationRow {
  readonly id: number;
  readonly iid: number;
  readonly cadenceId: number;
  readonly groupId: number;
  readonly title: string | null;
  readonly description: string | null;
  readonly startDate: CivilDate;
  readonly dueDate: CivilDate;
}

export interface ItemRow {
  readonly id: number;
  readonly iid: number;
  readonly type: WorkItemType;
  readonly groupId: number;
  /** Null for epics. */
  readonly projectId: number | null;
  readonly title: string;
  readonly description: string | null;
  /** Usernames in lower case; absent: nobody has looked yet. */
  readonly mentions?: readonly string[];
  readonly state: WorkItemState;
  readonly confidential: boolean;
  /** Epics only. */
  readonly color: string;
  readonly authorId: number;
  readonly assigneeIds: readonly number[];
  readonly labelIds: readonly number[];
  readonly weight: number | null;
  readonly healthStatus: HealthStatus | null;
  /** Seconds. */
  readonly timeEstimate: number;
  /** Its discussion is locked. */
  readonly isLocked: boolean;
  readonly zoomLink: string | null;
  readonly movedToId: number | null;
  readonly milestoneId: number | null;
  readonly iterationId: number | null;
  readonly progress: number | null;
  /** An epic's fixed dates; the effective ones are derived (`EpicDates`). */
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
  readonly startIsFixed: boolean;
  readonly dueIsFixed: boolean;
  readonly lockVersion: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
  readonly editedAt: string | null;
  readonly editedBy: number | null;
}

export interface LinkRow {
  readonly id: number;
  readonly parentId: number;
  readonly childId: number;
  readonly position: number;
  readonly createdAt: string;
}

/** A link beside the tree: `sourceId` blocks, or is related to, `targetId`. */
export interface RelationRow {
  readonly id: number;
  readonly type: 'relates_to' | 'blocks';
  readonly sourceId: number;
  readonly targetId: number;
}

/** A merge request of a project, linked to items. Read only. */
export interface MergeRequestRow {
  readonly id: number;
  readonly iid: number;
  readonly projectId: number;
  readonly title: string;
  readonly state: 'opened' | 'closed' | 'merged';
  readonly pipeline: string | null;
  readonly createdAt: string;
  readonly mergedAt: string | null;
  readonly closedAt: string | null;
  readonly itemIds: readonly number[];
}

/** A personal access token. */
export interface TokenRow {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly scope: TokenScope;
  readonly createdAt: string;
  readonly expiresAt: CivilDate;
  readonly revoked: boolean;
}

export interface TodoRow {
  readonly id: number;
  readonly itemId: number;
  readonly userId: number;
  readonly state: 'pending' | 'done';
  readonly createdAt: string;
}

/** A reaction. */
export type AwardRow = Award & Awardable;

/** A description template of a group or of a project. */
export interface TemplateRow extends TemplateText {
  readonly id: number;
  readonly groupId: number | null;
  readonly projectId: number | null;
  readonly updatedAt: string;
}

/** Time that was spent. */
export interface TimelogRow extends Timelog {
  readonly id: number;
}

/** A comment. */
export interface CommentRow extends StoredNote {
  /** As of a description. */
  readonly mentions?: readonly string[];
  readonly createdAt: string;
  readonly editedAt: string | null;
  readonly editedBy: number | null;
  /** Of a discussion, at its first comment. */
  readonly resolvedAt: string | null;
  readonly resolvedBy: number | null;
}

/** A line of activity written by a change. */
export interface NoteRow {
  readonly itemId: number;
  readonly authorId: number;
  readonly action: string;
  readonly body: string;
  readonly createdAt: string;
}

/** A text that a description had. */
export interface VersionRow {
  readonly id: number;
  readonly itemId: number;
  readonly description: string;
  readonly isDeleted: boolean;
}

export interface EventRow {
  readonly itemId: number;
  readonly kind: EventKind;
  readonly createdAt: string;
}

/** An item's effective dates, and those that it would inherit; only epics inherit. */
export interface EpicDates {
  readonly start: CivilDate | null;
  readonly due: CivilDate | null;
  readonly inheritedStart: InheritedDate<number>;
  readonly inheritedDue: InheritedDate<number>;
}
