/** Texts of the epic pages that the error catalogue leaves open; the others are in rules/page.ts. */
export const EPIC_TEXTS = {
  listFailed: 'Something went wrong while fetching epics.',
  pageFailed: 'Something went wrong while fetching the epic.',
  /** The catalogue's sentence for deleting a work item, for an epic. */
  deleteFailed: 'Something went wrong when deleting the epic. Please try again.',
  listEmpty: { title: 'There are no epics in this group yet', hint: 'Epics collect issues that share a theme.' },
  listNoneOpen: { title: 'There are no open epics in this group', hint: 'Epics collect issues that share a theme.' },
  listNoneClosed: { title: 'There are no closed epics in this group', hint: 'Closed epics will appear here.' },
  listNothingFound: { title: 'No matches found', hint: 'Try another search or state.' },
  listNothingLabelled: { title: 'No matches found', hint: 'Try another search or state, or remove a label.' },
  confidential: 'Confidential',
} as const;
