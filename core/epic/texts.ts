/** Texts of the epic pages that the error catalogue leaves open; the others are in rules/page.ts. */
export const EPIC_TEXTS = {
  listFailed: 'Something went wrong while fetching epics.',
  pageFailed: 'Something went wrong while fetching the epic.',
  /** The catalogue's sentence for deleting a work item, for an epic. */
  deleteFailed: 'Something went wrong when deleting the epic. Please try again.',
  listEmpty: { title: 'There are no epics in this group yet', hint: 'Epics collect issues that share a theme.' },
  listNothingFound: { title: 'No matches found', hint: 'Try another search or state.' },
  confidential: 'Confidential',
} as const;
