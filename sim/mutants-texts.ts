import type { Mutant } from './mutant.ts';

/** Planted bugs of titles, descriptions and checklists. */
export const TEXT_MUTANTS: readonly Mutant[] = [
  {
    name: 'text-without-its-version',
    about: 'a text is saved over whatever others have saved meanwhile',
    replace: [', lock_version: base.lockVersion', ''],
  },
  {
    name: 'text-theirs-over-mine',
    about: 'what others have saved takes the place of what one has written',
    replace: ['=> [field, text]', '=> [field, theirs[field] ?? text]'],
  },
  {
    name: 'text-draft-of-the-newest',
    about: 'what was written before a crash is taken for an edit of what others have saved since',
    replace: ['newForm(id, base,', 'newForm(id, versionOf(get(root.confirmed.items, id)) ?? base,'],
  },
  {
    name: 'task-checks-the-next-line',
    about: 'checking a line of a checklist puts it in the place of the next one',
    replace: ['lines[line - 1] = ', 'lines[line] = '],
  },
];
