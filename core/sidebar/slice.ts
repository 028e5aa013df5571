import type { SidebarPart, SidebarState } from './types.ts';
import { reducerOf } from '../access/reducer.ts';
import { epicActions } from '../epic/actions.ts';
import { sidebarActions, sidebarAnswers } from './actions.ts';
import { isSmallScreen, NEW_LABEL_COLOR, NO_LABEL_CHANGE, withTick } from './rules.ts';

const NO_ERRORS: SidebarState['dateErrors'] = { start: null, due: null };

export const initialSidebarState: SidebarState = {
  open: false,
  collapsed: false,
  id: null,
  status: 'idle',
  children: null,
  dateErrors: NO_ERRORS,
  ancestors: { status: 'idle', hasParent: false, parentId: null, list: [] },
  participants: { status: 'idle', list: [], expanded: false },
  colorEditor: { status: 'idle', open: false, color: '' },
  picker: { open: false, status: 'idle', search: '', options: [], change: NO_LABEL_CHANGE },
  newLabel: { open: false, title: '', color: NEW_LABEL_COLOR, status: 'idle', error: null, key: null },
};

type Part = 'ancestors' | 'participants' | 'colorEditor' | 'picker' | 'newLabel';

function merged<K extends Part>(state: SidebarState, part: K, change: Partial<SidebarState[K]>): SidebarState {
  return { ...state, [part]: { ...state[part], ...change } };
}

/** Nothing of an epic is left; whether the sidebar is there, and collapsed, stays. */
const left = ({ open, collapsed }: SidebarState): SidebarState => ({ ...initialSidebarState, open, collapsed });

const isShown = (state: SidebarState, { id }: { readonly id: string }): boolean => state.id === id;

const isSending = ({ newLabel }: SidebarState, key: string | null): boolean =>
  newLabel.status === 'sending' && newLabel.key === key;

/** EP-08.12: what is on its way does not change. */
const withNewLabel = (state: SidebarState, change: Partial<SidebarState['newLabel']>): SidebarState =>
  state.newLabel.status === 'sending' ? state : merged(state, 'newLabel', { ...change, error: null, key: null });

function withStatus(state: SidebarState, part: SidebarPart, status: 'loading' | 'failed'): SidebarState {
  switch (part) {
    case 'epic':
      return { ...state, status };
    case 'color':
      return merged(state, 'colorEditor', { status });
    case 'labels':
      return merged(state, 'picker', { status });
    default:
      return merged(state, part, { status });
  }
}

export const sidebarReducer = reducerOf(initialSidebarState, (on) => {
  on(sidebarActions.sidebarOpened, (state, { width }) => ({
    ...state,
    open: true,
    collapsed: state.collapsed || isSmallScreen(width),
  }));
  on(sidebarActions.sidebarClosed, (state) => ({ ...left(state), open: false }));
  on(epicActions.epicPageOpened, left);
  on(epicActions.epicPageClosed, left);
  on(epicActions.epicPageMissing, left);
  on(sidebarAnswers.gutterRead, (state, { collapsed }) => ({ ...state, collapsed }));
  on(sidebarActions.gutterToggled, (state) => ({ ...state, collapsed: !state.collapsed }));

  on(sidebarAnswers.epicSeeded, (state, { epic }) => ({ ...left(state), id: epic.id }));
  on(sidebarAnswers.partAsked, (state, { part }) => withStatus(state, part, 'loading'));
  on(sidebarAnswers.partFailed, (state, { part }) => withStatus(state, part, 'failed'));
  on(sidebarAnswers.epicRead, (state, { epic, children }) =>
    isShown(state, epic) ? { ...state, status: 'ready', children } : state,
  );
  on(sidebarAnswers.childrenSeen, (state, { id, children }) =>
    isShown(state, { id }) ? { ...state, children } : state,
  );
  on(sidebarAnswers.colorRead, (state, answer) =>
    isShown(state, answer) ? merged(state, 'colorEditor', { status: 'ready' }) : state,
  );
  on(sidebarAnswers.ancestorsRead, (state, { id, hasParent, parentId, ancestors }) =>
    isShown(state, { id }) ? { ...state, ancestors: { status: 'ready', hasParent, parentId, list: ancestors } } : state,
  );
  on(sidebarAnswers.participantsRead, (state, { id, people }) =>
    isShown(state, { id }) ? merged(state, 'participants', { status: 'ready', list: people }) : state,
  );
  on(sidebarActions.participantsToggled, (state) =>
    merged(state, 'participants', { expanded: !state.participants.expanded }),
  );

  on(sidebarActions.dateEntered, (state, { field }) => withDateError(state, field, null));
  on(sidebarActions.dateKindChosen, (state, { field }) => withDateError(state, field, null));
  on(sidebarAnswers.dateRefused, (state, { field, error }) => withDateError(state, field, error));

  on(sidebarActions.colorEditorOpened, (state) => merged(state, 'colorEditor', { open: true, color: '' }));
  on(sidebarActions.colorPicked, (state, { color }) => merged(state, 'colorEditor', { color }));
  on(sidebarActions.colorEditorClosed, (state) => merged(state, 'colorEditor', { open: false }));

  on(sidebarActions.labelPickerOpened, (state) => ({
    ...state,
    picker: { ...initialSidebarState.picker, open: true, options: state.picker.options },
    newLabel: initialSidebarState.newLabel,
  }));
  on(sidebarActions.labelPickerClosed, (state) => ({
    ...merged(state, 'picker', { open: false, status: 'idle', search: '' }),
    newLabel: initialSidebarState.newLabel,
  }));
  on(sidebarActions.labelsSearched, (state, { search }) =>
    state.picker.open ? merged(state, 'picker', { search, status: 'loading' }) : state,
  );
  on(sidebarActions.labelTicked, (state, { label, ticked }) =>
    state.picker.open ? merged(state, 'picker', { change: withTick(state.picker.change, label, ticked) }) : state,
  );
  on(sidebarAnswers.labelsRead, (state, { search, labels, more }) => {
    if (!state.picker.open || state.picker.search !== search) return state;
    const { more: _, ...picker } = state.picker;
    return { ...state, picker: { ...picker, status: 'ready', options: labels, ...(more && { more }) } };
  });

  on(sidebarActions.newLabelOpened, (state) => {
    const newLabel = { ...initialSidebarState.newLabel, open: true, title: state.picker.search.trim() };
    return state.picker.open ? { ...state, newLabel } : state;
  });
  on(sidebarActions.newLabelClosed, (state) => ({ ...state, newLabel: initialSidebarState.newLabel }));
  on(sidebarActions.newLabelTitleChanged, withNewLabel);
  on(sidebarActions.newLabelColorChanged, withNewLabel);
  on(sidebarActions.newLabelSubmitted, (state, _nothing, meta) =>
    !state.newLabel.open || state.newLabel.status === 'sending'
      ? state
      : merged(state, 'newLabel', { status: 'sending', error: null, key: state.newLabel.key ?? meta.id ?? null }),
  );
  on(sidebarAnswers.newLabelRefused, (state, { text, answered, key }) =>
    isSending(state, key)
      ? merged(state, 'newLabel', { status: 'failed', error: text, ...(answered ? { key: null } : {}) })
      : state,
  );
  on(sidebarAnswers.labelCreated, (state, { label, key }) => {
    const { picker } = state;
    if (!picker.open) return state;
    const options = [label, ...picker.options.filter(({ id }) => id !== label.id)];
    if (!isSending(state, key)) return merged(state, 'picker', { options });
    const next = { ...state, newLabel: initialSidebarState.newLabel };
    return merged(next, 'picker', { options, change: withTick(picker.change, label, true) });
  });
});

function withDateError(state: SidebarState, field: 'start' | 'due', error: string | null): SidebarState {
  if (state.dateErrors[field] === error) return state;
  return { ...state, dateErrors: { ...state.dateErrors, [field]: error } };
}
