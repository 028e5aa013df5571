/** The roles by their numbers, as GitLab names them. */
export const ROLE_NAMES: Readonly<Record<number, string>> = {
  10: 'Guest',
  20: 'Reporter',
  30: 'Developer',
  40: 'Maintainer',
  50: 'Owner',
};
