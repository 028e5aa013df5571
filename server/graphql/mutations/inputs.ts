/** Inputs of the mutations as core/api/schema.graphql has them, after GraphQL has checked their types. Absent and null are different. */
type Id = string;
type Maybe<T> = T | null | undefined;

interface Traced {
  readonly clientMutationId?: Maybe<string>;
}

export interface EpicFieldsInput extends Traced {
  readonly groupPath: Id;
  readonly title?: Maybe<string>;
  readonly description?: Maybe<string>;
  readonly confidential?: Maybe<boolean>;
  readonly color?: Maybe<string>;
  readonly addLabelIds?: Maybe<readonly Id[]>;
  readonly addLabels?: Maybe<readonly string[]>;
  readonly removeLabelIds?: Maybe<readonly Id[]>;
  readonly removeLabels?: Maybe<readonly string[]>;
  readonly startDateFixed?: Maybe<string>;
  readonly startDateIsFixed?: Maybe<boolean>;
  readonly dueDateFixed?: Maybe<string>;
  readonly dueDateIsFixed?: Maybe<boolean>;
}

export type CreateEpicInput = EpicFieldsInput;

export interface UpdateEpicInput extends EpicFieldsInput {
  readonly iid: Id;
  readonly stateEvent?: Maybe<string>;
}

export interface EpicAddIssueInput extends Traced {
  readonly groupPath: Id;
  readonly iid: Id;
  readonly issueIid: string;
  readonly projectPath: Id;
}

export interface EpicSetSubscriptionInput extends Traced {
  readonly groupPath: Id;
  readonly iid: Id;
  readonly subscribedState: boolean;
}

export interface EpicTreeReorderInput extends Traced {
  readonly baseEpicId: Id;
  readonly moved: {
    readonly id: Id;
    readonly adjacentReferenceId?: Maybe<Id>;
    readonly relativePosition?: Maybe<string>;
    readonly newParentId?: Maybe<Id>;
  };
}

export interface OneInput extends Traced {
  readonly id: Id;
}

export interface CadenceInput extends Traced {
  readonly title?: Maybe<string>;
  readonly description?: Maybe<string>;
  readonly active?: Maybe<boolean>;
  readonly automatic?: Maybe<boolean>;
  readonly startDate?: Maybe<string>;
  readonly durationInWeeks?: Maybe<number>;
  readonly iterationsInAdvance?: Maybe<number>;
  readonly rollOver?: Maybe<boolean>;
}

export interface CadenceUpdateInput extends CadenceInput {
  readonly id: Id;
}

export interface IterationInput extends Traced {
  readonly title?: Maybe<string>;
  readonly description?: Maybe<string>;
  /** Texts, which may be no days. */
  readonly startDate?: Maybe<string>;
  readonly dueDate?: Maybe<string>;
}

export interface IterationCreateInput extends IterationInput {
  readonly groupPath?: Maybe<Id>;
  readonly projectPath?: Maybe<Id>;
  readonly iterationsCadenceId?: Maybe<Id>;
}

export interface LabelCreateInput extends Traced {
  readonly groupPath?: Maybe<Id>;
  readonly projectPath?: Maybe<Id>;
  readonly title: string;
  readonly description?: Maybe<string>;
  /** The wire has a default; null is no colour. */
  readonly color?: Maybe<string>;
}

export interface WorkItemCreateInput extends Traced {
  readonly title: string;
  readonly description?: Maybe<string>;
  readonly confidential?: Maybe<boolean>;
  readonly namespacePath?: Maybe<Id>;
  readonly projectPath?: Maybe<Id>;
  readonly workItemTypeId: Id;
  readonly hierarchyWidget?: Maybe<{ readonly parentId?: Maybe<Id> }>;
  readonly milestoneWidget?: Maybe<{ readonly milestoneId?: Maybe<Id> }>;
  readonly iterationWidget?: Maybe<{ readonly iterationId?: Maybe<Id> }>;
}

export interface WorkItemUpdateInput extends Traced {
  readonly id: Id;
  readonly title?: Maybe<string>;
  readonly confidential?: Maybe<boolean>;
  readonly stateEvent?: Maybe<string>;
  readonly descriptionWidget?: Maybe<{ readonly description: string }>;
  readonly assigneesWidget?: Maybe<{ readonly assigneeIds: readonly Id[] }>;
  readonly labelsWidget?: Maybe<{
    readonly addLabelIds?: Maybe<readonly Id[]>;
    readonly removeLabelIds?: Maybe<readonly Id[]>;
  }>;
  readonly milestoneWidget?: Maybe<{ readonly milestoneId?: Maybe<Id> }>;
  readonly iterationWidget?: Maybe<{ readonly iterationId?: Maybe<Id> }>;
  readonly weightWidget?: Maybe<{ readonly weight?: Maybe<number> }>;
  readonly healthStatusWidget?: Maybe<{ readonly healthStatus?: Maybe<'onTrack' | 'needsAttention' | 'atRisk'> }>;
  readonly progressWidget?: Maybe<{ readonly progress: number }>;
  readonly startAndDueDateWidget?: Maybe<{ readonly startDate?: Maybe<string>; readonly dueDate?: Maybe<string> }>;
  readonly awardEmojiWidget?: Maybe<{ readonly action: 'ADD' | 'REMOVE'; readonly name: string }>;
  readonly currentUserTodosWidget?: Maybe<{ readonly action: 'ADD' | 'MARK_AS_DONE'; readonly todoId?: Maybe<Id> }>;
  readonly notificationsWidget?: Maybe<{ readonly subscribed: boolean }>;
  readonly hierarchyWidget?: Maybe<{
    readonly parentId?: Maybe<Id>;
    readonly childrenIds?: Maybe<readonly Id[]>;
    readonly adjacentWorkItemId?: Maybe<Id>;
    readonly relativePosition?: Maybe<'BEFORE' | 'AFTER'>;
  }>;
}

export interface AwardInput extends Traced {
  readonly awardableId: Id;
  readonly name: string;
}

export interface CreateNoteInput extends Traced {
  readonly noteableId: Id;
  readonly discussionId?: Maybe<Id>;
  readonly body: string;
  readonly internal?: Maybe<boolean>;
}

export interface UpdateNoteInput extends Traced {
  readonly id: Id;
  readonly body?: Maybe<string>;
}

export interface DestroyNoteInput extends Traced {
  readonly id: Id;
}

export interface DiscussionToggleResolveInput extends Traced {
  readonly id: Id;
  readonly resolve: boolean;
}

export interface IssuableResourceLinkCreateInput extends Traced {
  readonly id: Id;
  readonly link: string;
  /** There is one; it need not be named. */
  readonly linkType?: Maybe<'zoom'>;
}

export interface IssuableResourceLinkDestroyInput extends Traced {
  readonly id: Id;
}

export interface TimelogCreateInput extends Traced {
  readonly issuableId: Id;
  readonly timeSpent: string;
  readonly spentAt: string;
  readonly summary: string;
}

export interface IssuePlace extends Traced {
  readonly projectPath: Id;
  readonly iid: string;
}

export interface IssueSetSubscriptionInput extends IssuePlace {
  readonly subscribedState: boolean;
}

export interface IssueSetAssigneesInput extends IssuePlace {
  readonly assigneeUsernames: readonly string[];
  readonly operationMode?: Maybe<'REPLACE' | 'APPEND' | 'REMOVE'>;
}

interface IssueFieldsInput extends Traced {
  readonly description?: Maybe<string>;
  readonly confidential?: Maybe<boolean>;
  readonly dueDate?: Maybe<string>;
  readonly epicId?: Maybe<Id>;
  readonly healthStatus?: Maybe<'onTrack' | 'needsAttention' | 'atRisk'>;
  readonly labelIds?: Maybe<readonly Id[]>;
  readonly milestoneId?: Maybe<Id>;
  readonly type?: Maybe<string>;
  readonly weight?: Maybe<number>;
}

export interface CreateIssueInput extends IssueFieldsInput {
  readonly projectPath: Id;
  readonly title: string;
  readonly assigneeIds?: Maybe<readonly Id[]>;
  readonly iterationId?: Maybe<Id>;
  readonly labels?: Maybe<readonly string[]>;
}

export interface UpdateIssueInput extends IssueFieldsInput, IssuePlace {
  readonly title?: Maybe<string>;
  readonly addLabelIds?: Maybe<readonly Id[]>;
  readonly removeLabelIds?: Maybe<readonly Id[]>;
  readonly locked?: Maybe<boolean>;
  readonly stateEvent?: Maybe<string>;
  readonly timeEstimate?: Maybe<string>;
}

export interface WorkItemCreateFromTaskInput extends Traced {
  readonly id: Id;
  readonly workItemData: LinesInput & {
    readonly lockVersion: number;
    readonly title: string;
    readonly workItemTypeId: Id;
  };
}

/** Lines of a description, from 1. */
interface LinesInput {
  readonly lineNumberStart: number;
  readonly lineNumberEnd: number;
}

export interface WorkItemDeleteTaskInput extends Traced {
  readonly id: Id;
  readonly lockVersion: number;
  readonly taskData: LinesInput & { readonly id: Id };
}

export interface WorkItemUpdateTaskInput extends Traced {
  readonly id: Id;
  readonly taskData: WorkItemUpdateInput;
}

export interface WorkItemConvertInput extends Traced {
  readonly id: Id;
  readonly workItemTypeId: Id;
}

export interface MemberBulkUpdateInput extends Traced {
  readonly accessLevel: 'MINIMAL_ACCESS' | 'GUEST' | 'REPORTER' | 'DEVELOPER' | 'MAINTAINER' | 'OWNER';
  readonly expiresAt?: Maybe<string>;
  readonly userIds: readonly Id[];
}

export interface WorkItemDeleteInput extends Traced {
  readonly id: Id;
}
