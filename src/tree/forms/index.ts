export { TreeFormView } from './tree-form.tsx';
export { IssueDeletion } from './issue-delete-form.tsx';
