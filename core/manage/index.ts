export { managedPath, pageAt, type PlaceNoun, type PlacePage } from './address.ts';
export { addressesIn, chosenIn, chosenText } from './chosen.ts';
export { manageDraft } from './drafts.ts';
export { NOUNS } from './nouns/index.ts';
export { iterationPlace, type IterationPageEntry } from './nouns/iteration.ts';
export type { CadenceEntry, IterationEntry } from './nouns/iterations.ts';
export type { LabelEntry } from './nouns/labels.ts';
export type { MemberEntry } from './nouns/members.ts';
export { milestonePlace, type MilestonePageEntry } from './nouns/milestone.ts';
export type { MilestoneEntry } from './nouns/milestones.ts';
export {
  PROFILE_PARTS,
  type PreferencesEntry,
  type ProfileEntry,
  type ProfilePart,
  type SessionEntry,
} from './nouns/own.ts';
export { beyondLimit, placesAsked, placesSaga, selectPlaces, topOf } from './places.ts';
export type { PlanEntry, SalesRequest } from './nouns/plan.ts';
export { endOfTrial, limitState, placesLeft, trialDay, TRIAL_DAYS, TRIAL_PLAN, type Trial } from './rules.ts';
export { pathOf, type PlaceEntry } from './nouns/places.ts';
export type { TemplateEntry } from './nouns/templates.ts';
export type { UserEntry } from './nouns/users.ts';
export { manageSaga } from './saga.ts';
export {
  selectDenied,
  selectManage,
  selectManagedList,
  selectManagedStatus,
  selectIsOpen,
  selectIsOutside,
  selectNothingOffered,
  selectOwnLevel,
  selectMayManage,
  selectMayThere,
} from './select.ts';
export {
  isEntryWritten,
  manageActions,
  pageKey,
  selectIsWritingEntry,
  type Draft,
  type EditedEntry,
  type Entry,
  type GroupPlaces,
  type ManagedPage,
  type NounName,
  type PlaceOfRole,
  type Suggested,
} from './slice.ts';
export { MANAGE_TEXTS } from './texts.ts';
export {
  burnCharts,
  timeboxState,
  type BurnCharts,
  type TimeboxEntry,
  type TimeboxReport,
  type TimeboxUnit,
} from './timebox.ts';
