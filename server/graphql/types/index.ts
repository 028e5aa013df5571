import type { Fields } from '../plan/query.ts';
import { awardEmojiFields } from './award.ts';
import { descriptionVersionFields, systemNoteMetadataFields } from './description-version.ts';
import {
  epicDescendantCountFields,
  epicDescendantWeightsFields,
  epicFields,
  epicHealthStatusFields,
  epicIssueFields,
} from './epic.ts';
import { groupFields, groupMemberFields } from './group.ts';
import { issueFields } from './issue.ts';
import { accessLevelFields } from './member.ts';
import { discussionFields, noteFields } from './note.ts';
import { namespaceFields, projectFields, projectMemberFields } from './project.ts';
import { iterationCadenceFields, iterationFields } from './iteration.ts';
import { milestoneFields, milestoneStatsFields } from './milestone.ts';
import { labelFields, userFields, userStatusFields } from './small.ts';
import { issuableResourceLinkFields } from './resource-link.ts';
import { timelogFields } from './timelog.ts';
import { todoFields } from './todo.ts';
import { widgetFields, workItemFields } from './work-item.ts';

/** Every object type of the contract that stands for rows of the database, by its name. */
export const types: Readonly<Record<string, Fields>> = {
  AccessLevel: accessLevelFields,
  AwardEmoji: awardEmojiFields,
  DescriptionVersion: descriptionVersionFields,
  Discussion: discussionFields,
  Epic: epicFields,
  EpicDescendantCount: epicDescendantCountFields,
  EpicDescendantWeights: epicDescendantWeightsFields,
  EpicHealthStatus: epicHealthStatusFields,
  EpicIssue: epicIssueFields,
  Group: groupFields,
  GroupMember: groupMemberFields,
  IssuableResourceLink: issuableResourceLinkFields,
  Issue: issueFields,
  Iteration: iterationFields,
  IterationCadence: iterationCadenceFields,
  Label: labelFields,
  Milestone: milestoneFields,
  MilestoneStats: milestoneStatsFields,
  Namespace: namespaceFields,
  Note: noteFields,
  Project: projectFields,
  ProjectMember: projectMemberFields,
  SystemNoteMetadata: systemNoteMetadataFields,
  Timelog: timelogFields,
  Todo: todoFields,
  UserCore: userFields,
  UserStatus: userStatusFields,
  WorkItem: workItemFields,
  ...widgetFields,
};
