import type { PresenceField } from '../api/generated/schema.ts';
import type { Epics } from '../epic/state.ts';
import type { PlaceOfViewer, Ports } from '../ports/index.ts';
import type { Sidebars, SidebarState } from '../sidebar/state.ts';
import type { ItemFieldsState } from '../work-item/fields/slice.ts';
import type { TextState } from '../text/types.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { PickerField, TypedField } from '../work-item/fields/actions.ts';
import type { WorkItemsState } from '../work-item/slice.ts';
import { buffers, eventChannel } from 'redux-saga';
import { race, select, take } from 'typed-redux-saga';
import { type AccessState, selectSignedIn, selectSuspended } from '../access/index.ts';
import { overPage } from '../store/place.ts';

/** AP-07.62: milliseconds for which a page may be hidden: one looks something up and comes back. */
export const AWAY = 5_000;

/** The state as presence reads it. */
interface PresenceRoot extends Epics, Sidebars {
  readonly access: AccessState;
  readonly workItem: WorkItemsState;
  readonly itemFields: ItemFieldsState;
  readonly text: TextState;
}

const PICKERS: Readonly<Record<PickerField, PresenceField>> = {
  assignees: 'ASSIGNEES',
  iteration: 'ITERATION',
  labels: 'LABELS',
  milestone: 'MILESTONE',
  parent: 'PARENT',
};

const VALUES: Readonly<Record<TypedField, PresenceField>> = {
  startDate: 'DATES',
  dueDate: 'DATES',
  weight: 'WEIGHT',
  progress: 'PROGRESS',
};

/** The form for the text stands in the middle of the page: who has it open edits that. */
function editingText(text: TextState, id: GlobalId): PresenceField | null {
  const form = text[id];
  return form === undefined ? null : form.field === 'title' ? 'TITLE' : 'DESCRIPTION';
}

function editingItem({ titles, picker, typed }: ItemFieldsState, id: GlobalId): PresenceField | null {
  if (typed?.id === id) return VALUES[typed.field];
  if (titles[id] !== undefined) return 'TITLE';
  return picker.id === id && picker.field !== null ? PICKERS[picker.field] : null;
}

function editingEpic({ colorEditor, picker, dateEntered }: SidebarState): PresenceField | null {
  if (dateEntered !== undefined) return 'DATES';
  if (colorEditor.open) return 'COLOR';
  return picker.open ? 'LABELS' : null;
}

/** AP-07.60, AP-07.61: where the viewer is, and what of it they edit; null: nowhere, or nobody knows who they are. */
export function selectPlace(root: PresenceRoot): PlaceOfViewer | null {
  if (!selectSignedIn(root) || selectSuspended(root)) return null;
  const { workItem, itemFields, text } = root;
  if (root.overEpic?.page.id != null) return onEpic(overPage(root));
  const item = workItem.over.id ?? workItem.page.id;
  return item === null ? onEpic(root) : { id: item, editing: editingText(text, item) ?? editingItem(itemFields, item) };
}

function onEpic({ epic, sidebar, text }: PresenceRoot): PlaceOfViewer | null {
  const { id, deleted } = epic.page;
  if (id === null || deleted === true) return null;
  return { id, editing: editingText(text, id) ?? (sidebar.id === id ? editingEpic(sidebar) : null) };
}

/** Whether the page has been hidden for a while. Tells when that changes. */
function watchAway({ clock, visibility }: Ports, tell: () => void) {
  let away = visibility.hidden();
  let cancel: () => void = () => undefined;
  const turn = (now: boolean): void => {
    away = now;
    tell();
  };
  const stop = visibility.onChange((hidden) => {
    cancel();
    cancel = hidden ? clock.after(AWAY, () => turn(true)) : () => undefined;
    if (!hidden) turn(false);
  });
  return {
    isAway: () => away,
    stop() {
      cancel();
      stop();
    },
  };
}

const isSame = (a: PlaceOfViewer | null, b: PlaceOfViewer | null): boolean =>
  a?.id === b?.id && a?.editing === b?.editing;

/** Tells the port where the viewer is, as long as the planner runs. */
export function* presenceSaga(ports: Ports): Generator {
  const { presence } = ports;
  if (presence === undefined) return;
  let isAway = (): boolean => false;
  const turned = eventChannel<object>((emit) => {
    const watched = watchAway(ports, () => emit({}));
    ({ isAway } = watched);
    return watched.stop;
  }, buffers.sliding(1));
  let at: PlaceOfViewer | null = null;
  try {
    for (;;) {
      const place: PlaceOfViewer | null = isAway() ? null : yield* select(selectPlace);
      if (!isSame(at, place)) presence.be(place);
      at = place;
      yield* race({ action: take('*'), turned: take(turned) });
    }
  } finally {
    turned.close();
    presence.be(null);
  }
}
