/** An address of a Zoom meeting as GitLab takes it: to start one (`s`), to join one (`j`), or a person's own (`my`). */
const MEETING = /https:\/\/(?:[\w-]+\.)?zoom\.us\/(?:s|j|my)\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+/g;

const LINK_MAX = 255;

/** IE-01.50: the last address of a Zoom meeting in a text; null: there is none. */
export function zoomLinkIn(text: string): string | null {
  const link = text.match(MEETING)?.at(-1);
  return link === undefined || link.length > LINK_MAX ? null : link;
}

/** GitLab's texts. */
export const ZOOM_TEXTS = {
  added: 'Zoom meeting added',
  notAdded: 'Failed to add a Zoom meeting',
  removed: 'Zoom meeting removed',
  notRemoved: 'Failed to remove a Zoom meeting',
} as const;
