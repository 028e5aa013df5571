import type { Noun } from '../noun.ts';
import type { NounName } from '../slice.ts';
import { cadences, iterations } from './iterations.ts';
import { iteration } from './iteration.ts';
import { labels } from './labels.ts';
import { members } from './members.ts';
import { milestone } from './milestone.ts';
import { milestones } from './milestones.ts';
import { preferences, profile, sessions } from './own.ts';
import { newGroup, newProject, settings } from './places.ts';
import { templates } from './templates.ts';
import { plan, sales } from './plan.ts';
import { users } from './users.ts';

export const NOUNS: Readonly<Record<NounName, Noun>> = {
  labels,
  milestones,
  milestone,
  cadences,
  iterations,
  iteration,
  members,
  settings,
  newGroup,
  newProject,
  templates,
  users,
  profile,
  preferences,
  sessions,
  plan,
  sales,
};
