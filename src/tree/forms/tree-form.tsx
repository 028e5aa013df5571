import type { TreeFormModel } from '@espalier/core/tree';
import { AddExistingForm } from './add-existing-form.tsx';
import { AddWorkItemForm } from './add-work-item-form.tsx';
import { CreateEpicForm } from './create-epic-form.tsx';
import { CreateIssueForm } from './create-issue-form.tsx';
import { CreateWorkItemForm } from './create-work-item-form.tsx';

/** The one open form of the tree (TR-12). Each opening is a form of its own, with nothing left of the last. */
export function TreeFormView({ form }: { readonly form: TreeFormModel }) {
  switch (form.form) {
    case 'addEpic':
    case 'addIssue':
      return <AddExistingForm key={form.serial} form={form} />;
    case 'createEpic':
      return <CreateEpicForm key={form.serial} form={form} />;
    case 'createIssue':
      return <CreateIssueForm key={form.serial} form={form} />;
    case 'createWorkItem':
      return <CreateWorkItemForm key={form.serial} form={form} />;
    case 'addWorkItem':
      return <AddWorkItemForm key={form.serial} form={form} />;
  }
}
