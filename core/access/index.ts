export * from './rules.ts';
export * from './permissions.ts';
export { ROLE_NAMES } from './roles.ts';
export * from './first-run.ts';
export * from './tokens/rules.ts';
export { doubts, NOT_FOUND_TEXT, refusalsIn, refusedIn, SERVER_FAULT_TEXT, UNREACHABLE_TEXT } from './failures.ts';
export { entrySaga } from './entry.ts';
export { accessDomain } from './saga.ts';
export {
  selectCurrentUser,
  selectFeature,
  selectFirstRun,
  selectFirstRunForm,
  selectMayCreateEpic,
  selectMayIn,
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
  selectUnsaved,
  selectViewerChanges,
} from './select.ts';
export {
  FEATURES,
  featuresBut,
  isFeature,
  returnPath,
  type Feature,
  type Features,
  type Session,
  type SessionUser,
} from './session.ts';
export { accessActions, secretPayloadKeys, type AccessState } from './slice.ts';
