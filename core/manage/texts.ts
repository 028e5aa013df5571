/** Sentences of this domain. */
export const MANAGE_TEXTS = {
  nobody: 'Please add members to invite',
  saving: 'Something went wrong while saving. Please try again.',
  labels: 'Something went wrong while fetching the labels.',
  milestones: 'Something went wrong while fetching the milestones.',
  milestone: 'Something went wrong while fetching the milestone.',
  suggestions: 'Something went wrong while searching.',
  settings: 'Something went wrong while fetching the settings.',
  profile: 'Something went wrong while fetching your profile.',
  preferences: 'Something went wrong while fetching your preferences.',
  sessions: 'Something went wrong while fetching your sessions.',
  users: 'Something went wrong while fetching the users.',
  invited: 'Review the invite errors and try again:',
  templates: 'Something went wrong while fetching the templates.',
  templatesDenied: 'Templates are managed by Maintainers and Owners.',
  members: 'Something went wrong while fetching the members.',
} as const;
