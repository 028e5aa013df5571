/** EP-15.1: the cookie that remembers whether the sidebar is collapsed, as `true` or `false`. */
export const GUTTER_COOKIE = 'collapsed_gutter';

export type Breakpoint = 'xs' | 'sm' | 'md' | 'lg' | 'xl';

/** Least widths in CSS pixels, the widest first. */
const BREAKPOINTS: readonly (readonly [Breakpoint, number])[] = [
  ['xl', 1200],
  ['lg', 992],
  ['md', 768],
  ['sm', 576],
];

/** EP-15.2: the size of a window of so many CSS pixels. */
export const breakpointOf = (width: number): Breakpoint => BREAKPOINTS.find(([, least]) => width >= least)?.[0] ?? 'xs';

/** EP-15.2: extra small, small and medium windows are small screens. */
export const isSmallScreen = (width: number): boolean => ['xs', 'sm', 'md'].includes(breakpointOf(width));

/** EP-15.3: collapsed at first on a small screen, else as the cookie says; without one expanded. */
export const startsCollapsed = (cookie: string | null, width: number): boolean =>
  isSmallScreen(width) || cookie === 'true';
