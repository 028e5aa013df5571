/** Pixels of the timeline's parts that are the screen's own; cells, rows and the column of details are core/roadmap's. */
export const HEADER_HEIGHT = 48;
export const LANE_HEIGHT = 28;
export const SECTION_HEIGHT = 36;

/** Below this width of the window the column of details gives way to the bars. */
const NARROW = 768;
const NARROW_DETAILS = 168;

export const detailsWidth = (windowWidth: number, full: number): number =>
  windowWidth < NARROW ? NARROW_DETAILS : full;
