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
export { doubts, refusalsIn, refusedIn } from './doubt.ts';
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
export {
  isTokenScope,
  lastExpiry,
  offeredExpiry,
  TOKEN_SCOPES,
  tokenFaults,
  tokenHasExpired,
  type TokenFaults,
  type TokenInput,
  type TokenScope,
} from './tokens/rules.ts';
export { NOT_FOUND_TEXT, SERVER_FAULT_TEXT, UNREACHABLE_TEXT, type Load, type Sending } from './load.ts';
export {
  selectCurrentUser,
  selectFeature,
  selectFirstRun,
  selectFirstRunForm,
  selectMayCreateEpic,
  selectPasswordForm,
  selectPerson,
  selectPersonId,
  selectSession,
  selectSessionEnded,
  selectSessionKnown,
  selectSessionStatus,
  selectSignedIn,
  selectSignIn,
  selectSignOut,
  selectSuspended,
  selectViewerChanges,
} from './select.ts';
export { returnPath, type Session, type SessionUser } from './session.ts';
export { accessActions, initialAccessState, secretPayloadKeys, type AccessState, type PersonDetails } from './slice.ts';
