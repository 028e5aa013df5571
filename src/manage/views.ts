import type { NounName } from '@espalier/core/manage';
import { cadencesView, iterationsView } from './iterations-view.tsx';
import { labelsView } from './labels-view.tsx';
import { membersView } from './members-view.tsx';
import { milestonesView } from './milestones-view.tsx';
import type { NounView } from './noun-view.ts';
import { preferencesView } from './preferences-view.tsx';
import { planView, salesView } from './plan-view.tsx';
import { profileView, sessionsView } from './own-view.tsx';
import { newGroupView, newProjectView, settingsView } from './places-view.tsx';
import { templatesView } from './templates-view.tsx';
import { iterationView, milestoneView } from './timebox-views.tsx';
import { usersView } from './users-view.tsx';

export const VIEWS: Readonly<Record<NounName, NounView>> = {
  labels: labelsView,
  milestones: milestonesView,
  milestone: milestoneView,
  cadences: cadencesView,
  iterations: iterationsView,
  iteration: iterationView,
  members: membersView,
  settings: settingsView,
  newGroup: newGroupView,
  newProject: newProjectView,
  templates: templatesView,
  users: usersView,
  profile: profileView,
  preferences: preferencesView,
  sessions: sessionsView,
  plan: planView,
  sales: salesView,
};
