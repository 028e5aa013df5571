import { parseColor, validateTitle, type TitleVerdict } from '../../work-item/rules.ts';

/** The header of the epic page: state, creating, deleting. */

export const EPIC_ERRORS = {
  /** EP-03.3 */
  state: 'Unable to update this epic at this time.',
  /** EP-04.2 */
  create: 'Error creating epic',
} as const;

/** EP-05.1 */
export const DELETE_TEXTS = {
  action: 'Delete epic',
  question: 'Delete this epic and all descendants?',
} as const;

export interface DeletePlan<Id> {
  /** The epic and all epics below it, children before their parents. */
  readonly epics: readonly Id[];
  /** Items that stay and lose their parent. */
  readonly released: readonly Id[];
}

/** EP-05.2: an epic goes with all epics below it; EP-05.3: their issues are released and stay. */
export function deletePlan<Id>(
  epicId: Id,
  childrenOf: (epicId: Id) => { readonly epics: readonly Id[]; readonly issues: readonly Id[] },
): DeletePlan<Id> {
  const epics: Id[] = [];
  const released: Id[] = [];
  const seen = new Set<Id>();
  const visit = (id: Id): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const children = childrenOf(id);
    children.epics.forEach(visit);
    released.push(...children.issues);
    epics.push(id);
  };
  visit(epicId);
  return { epics, released };
}

export interface NewEpic {
  readonly title: string;
  /** Left out where it is blank. */
  readonly description?: string;
  readonly confidential: boolean;
  /** Six digits in lower case; left out, the epic gets the default colour. */
  readonly color?: string;
}

/** EP-09.30: nothing, or a colour. */
export const isNewEpicColor = (color = ''): boolean => color.trim() === '' || parseColor(color) !== null;

/** EP-04.1, EP-09.30: the form can be sent if it has a title and no invalid colour, once at a time. */
export const canSubmitNewEpic = (form: {
  readonly title: string;
  readonly color?: string;
  readonly submitting: boolean;
}): boolean => !form.submitting && form.title.trim() !== '' && isNewEpicColor(form.color);

/** EP-04.1: the title is trimmed; EP-04.3: a child of a confidential epic is confidential; EP-09.31: a colour that was chosen and a description go with it. */
export function newEpic(
  asked: NewEpic,
  parent: { readonly confidential: boolean } | null,
): { readonly ok: true; readonly epic: NewEpic } | Extract<TitleVerdict, { ok: false }> {
  const verdict = validateTitle(asked.title);
  if (!verdict.ok) return verdict;
  const confidential = asked.confidential || parent?.confidential === true;
  const { description = '' } = asked;
  const text = description.trim() !== '' && { description };
  const color = parseColor(asked.color ?? '');
  return { ok: true, epic: { title: verdict.title, confidential, ...text, ...(color !== null && { color }) } };
}

/** EP-11.1: shown instead of an ancestor that the viewer may not see. */
export const HIDDEN_ANCESTOR = "You don't have permission to view this epic.";

/** Texts of the epic pages that the error catalogue leaves open. */
export const EPIC_TEXTS = {
  listFailed: 'Something went wrong while fetching epics.',
  pageFailed: 'Something went wrong while fetching the epic.',
  /** The catalogue's sentence for deleting a work item, for an epic. */
  deleteFailed: 'Something went wrong when deleting the epic. Please try again.',
  listEmpty: { title: 'There are no epics in this group yet', hint: 'Epics collect issues that share a theme.' },
  listNoneOpen: { title: 'There are no open epics in this group', hint: 'Epics collect issues that share a theme.' },
  listNoneClosed: { title: 'There are no closed epics in this group', hint: 'Closed epics will appear here.' },
  startAfterDue: "This date is after the due date, so this epic won't appear in the roadmap.",
  dueBeforeStart: "This date is before the start date, so this epic won't appear in the roadmap.",
} as const;
