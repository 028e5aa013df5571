export { manageDraft } from './drafts.ts';
export { NOUNS } from './nouns/index.ts';
export type { LabelEntry } from './nouns/labels.ts';
export type { MemberEntry } from './nouns/members.ts';
export type { MilestoneEntry } from './nouns/milestones.ts';
export { manageSaga } from './saga.ts';
export { selectManage, selectManagedList, selectManagedStatus, selectMayManage } from './select.ts';
export {
  isEntryWritten,
  manageActions,
  pageKey,
  type Draft,
  type EditedEntry,
  type Entry,
  type ManagedPage,
  type NounName,
} from './slice.ts';
export { MANAGE_TEXTS } from './texts.ts';
