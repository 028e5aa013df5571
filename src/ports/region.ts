/** How the viewer reads days, by the names of the session's settings. AP-09.61: as the account has it; without a time zone, as the browser does. */
export const region: { timeZone?: string; firstDayOfWeek?: number } = {};

/** Takes it from the answer that tells who is signed in. */
export function followRegion(session: { readonly settings?: object } | null): void {
  delete region.timeZone;
  Object.assign(region, session?.settings);
  try {
    new Intl.DateTimeFormat('sv', region);
  } catch {
    // An older browser does not know every zone.
    delete region.timeZone;
  }
}
