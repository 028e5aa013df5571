import { epicActions } from '@espalier/core/epic';
import { sidebarActions } from '@espalier/core/sidebar';

const EDITS = [
  sidebarActions.dateChanged.type,
  sidebarActions.labelsChanged.type,
  sidebarActions.colorChanged.type,
  sidebarActions.subscriptionChanged.type,
  sidebarActions.todoChanged.type,
  epicActions.epicConfidentialityChanged.type,
] as const;
/** The types of the actions that make its edits. */
export const SIDEBAR_EDITS: ReadonlySet<string> = new Set(EDITS);
