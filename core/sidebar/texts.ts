/** What an edit of the sidebar says when it fails, and a field or a form of what is typed into it. Those of the error catalogue stand first; the others are worded alike. */
export const SIDEBAR_ERRORS = {
  addTodo: 'There was an error adding a To Do.',
  deleteTodo: 'There was an error deleting the To Do.',
  updateColor: 'An error occurred while updating color.',
  start: 'Something went wrong while setting epic start date.',
  due: 'Something went wrong while setting epic due date.',
  updateLabels: 'An error occurred while updating labels.',
  createLabel: 'Error creating label.',
  confidentiality: 'Something went wrong while setting epic confidentiality.',
  subscription: 'Something went wrong while setting epic notifications.',
  invalidDate: 'Enter a date as YYYY-MM-DD.',
  invalidColor: 'Enter a color as # and 3 or 6 hexadecimal digits.',
  blankTitle: "Title can't be blank",
} as const;
