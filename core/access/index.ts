export {
  ABILITIES,
  ACCESS,
  can,
  canEditNote,
  canReadNote,
  canReadOwner,
  neededLevel,
  type Ability,
  type AccessId,
  type AccessLevel,
  type AccessSubject,
  type ItemAccess,
  type NoteAccess,
  type Viewer,
  type Visibility,
} from './rules.ts';
export { FEATURES, featuresBut, isFeature, type Feature, type Features } from './features.ts';
export {
  epicPermissions,
  groupPermissions,
  issuePermissions,
  itemPermissions,
  projectPermissions,
  workItemPermissions,
} from './permissions.ts';
export { accessDomain } from './domain.ts';
export { doubting } from './doubt.ts';
export {
  FIRST_RUN_FIELDS,
  firstRunFaults,
  PASSWORD_MIN,
  passwordFault,
  pathFromName,
  trimFirstRun,
  type FieldFaults,
  type FirstRunField,
  type FirstRunInput,
} from './first-run.ts';
export { NOT_FOUND_TEXT, SERVER_FAULT_TEXT, UNREACHABLE_TEXT, type Load, type Sending } from './load.ts';
export {
  selectCurrentUser,
  selectFeature,
  selectFirstRun,
  selectFirstRunForm,
  selectMayCreateEpic,
  selectPasswordForm,
  selectPerson,
  selectSession,
  selectSessionEnded,
  selectSessionStatus,
  selectSignedIn,
  selectSignIn,
  selectSignOut,
  selectViewerChanges,
} from './select.ts';
export { returnPath, type Session, type SessionUser } from './session.ts';
export { accessActions, initialAccessState, secretPayloadKeys, type AccessState, type PersonDetails } from './slice.ts';
