import type { Action } from '../store/action.ts';
import { isSendingNewEpic, type FormsRoot } from './slice.ts';
import type { EpicState } from './state.ts';
import { typedIn, type DraftKind } from '../store/drafts.ts';
import { epicActions } from './actions.ts';

type NewEpic = EpicState['newEpic'];

/** Drafts of earlier versions have no description. */
type Data = Pick<NewEpic, 'title' | 'confidential' | 'color'> & Partial<Pick<NewEpic, 'description'>>;

const isUntouched = ({ title, description = '', confidential, color }: Data): boolean =>
  title === '' && description === '' && !confidential && color === '';

const typed = typedIn((form: NewEpic): Data | null => {
  const { title, description, confidential, color } = form;
  return isUntouched(form) ? null : { title, description, confidential, color };
});

/** EP-04.28: drafts of new epics are kept by group. */
const kind: DraftKind<FormsRoot> = {
  form: 'newEpic',
  typed(root) {
    const { newEpic } = root.epic;
    const { open, groupPath } = newEpic;
    return !open || isSendingNewEpic(root) || groupPath === null ? null : typed(newEpic, groupPath);
  },
  restore(root, { place, data }) {
    const { newEpic } = root.epic;
    if (!newEpic.open || newEpic.groupPath !== place || isSendingNewEpic(root)) return null;
    if (!isUntouched(newEpic)) return null;
    const { title, description = '', confidential, color } = data as Data;
    const actions: Action[] = [epicActions.newEpicTitleChanged({ title })];
    if (description !== '') actions.push(epicActions.newEpicDescriptionChanged({ description }));
    if (confidential) actions.push(epicActions.newEpicConfidentialChanged({ confidential }));
    if (color !== '') actions.push(epicActions.newEpicColorPicked({ color }));
    return actions;
  },
  isDone: (action) =>
    epicActions.newEpicSubmitted.match(action) ||
    epicActions.newEpicSubmitted.committed.match(action) ||
    (epicActions.newEpicClosed.match(action) && (action as Action<{ left?: true }>).payload.left !== true),
};

export const newEpicDraft: DraftKind = kind;
