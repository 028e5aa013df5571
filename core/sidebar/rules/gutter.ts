/** EP-15.1: the cookie that remembers whether the sidebar is collapsed, as `true` or `false`. */
export const GUTTER_COOKIE = 'collapsed_gutter';

/** EP-15.2: narrower than 992 CSS pixels: extra small, small and medium windows. */
export const isSmallScreen = (width: number): boolean => width < 992;

/** EP-15.3: collapsed at first on a small screen, else as the cookie says; without one expanded. */
export const startsCollapsed = (cookie: string | null, width: number): boolean =>
  isSmallScreen(width) || cookie === 'true';
