import { Markup } from '../ui/markup.tsx';
import { useLazy } from '../ui/use-lazy.ts';

const loadChecklist = () => import('./checklist.tsx');

interface DescriptionProps {
  readonly id: string;
  /** As the server rendered and sanitised it. */
  readonly html: string;
}

/** The description of an item. The code of its checklist comes after the page, where it has one. */
export function Description({ id, html }: DescriptionProps) {
  const { module } = useLazy(loadChecklist, html.includes('task-list-item'));
  return module === null ? <Markup html={html} /> : <module.Checklist id={id} />;
}
