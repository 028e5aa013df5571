/** What an edit or a reading of the sidebar says when it fails. Those of the error catalogue stand first; the others are worded alike. */
export const SIDEBAR_ERRORS = {
  addTodo: 'There was an error adding a To Do.',
  deleteTodo: 'There was an error deleting the To Do.',
  ancestors: 'An error occurred while fetching ancestors.',
  participants: 'There was an error getting the epic participants.',
  labels: 'There was a problem fetching labels.',
  color: 'Error fetching epic color.',
  updateColor: 'An error occurred while updating color.',
  epic: 'Something went wrong while fetching the details of the epic.',
  start: 'Something went wrong while setting epic start date.',
  due: 'Something went wrong while setting epic due date.',
  updateLabels: 'An error occurred while updating labels.',
  createLabel: 'Error creating label.',
  confidentiality: 'Something went wrong while setting epic confidentiality.',
  subscription: 'Something went wrong while setting epic notifications.',
} as const;

export const SIDEBAR_TEXTS = {
  none: 'None',
  addTodo: 'Add a to do',
  markAsDone: 'Mark as done',
  confidential: 'Confidential',
  notConfidential: 'Not confidential',
  invalidDate: 'Enter a date as YYYY-MM-DD.',
  invalidColor: 'Enter a color as # and 3 or 6 hexadecimal digits.',
  startAfterDue: "This date is after the due date, so this epic won't appear in the roadmap.",
  dueBeforeStart: "This date is before the start date, so this epic won't appear in the roadmap.",
  noLabels: 'No matching results',
  moreLabels: 'There are more labels. Type a part of the title to find them.',
  blankTitle: "Title can't be blank",
  less: '- show less',
} as const;
