export const NOTE_ERRORS = {
  refused: 'Your comment could not be submitted! Please check your network connection and try again.',
  notDeleted: 'Something went wrong when deleting a comment. Please try again.',
  notReacted: 'Your reaction could not be saved. Please try again.',
  notResolved: 'Something went wrong while resolving this discussion. Please try again.',
} as const;

/** WI-10.66: an empty comment is not sent. */
export const canSend = (body: string): boolean => body.trim() !== '';
