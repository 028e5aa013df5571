import type { GlobalId, Label, Person } from '../work-item/types.ts';
import type {
  Ancestor,
  ChildDates,
  ColorChange,
  DateChange,
  DateField,
  LabelsChange,
  SidebarEpic,
  SidebarPart,
  SubscriptionChange,
  TodoChange,
} from './types.ts';
import { makingEvent, serverEvent, userEvent } from '../store/action.ts';

/** What a person does in the sidebar. */
export const sidebarActions = {
  /** A view of the sidebar of the open epic page is there. `width`: of the window in CSS pixels. */
  sidebarOpened: userEvent<{ width: number }>('sidebar/opened'),
  sidebarClosed: userEvent('sidebar/closed'),
  gutterToggled: userEvent('sidebar/gutterToggled'),
  /** EP-15.4: the page is about to go. */
  pageUnloading: userEvent<{ width: number }>('sidebar/pageUnloading'),
  /** Reads again what could not be read. */
  partRetried: userEvent<{ part: SidebarPart }>('sidebar/partRetried'),

  todoToggled: userEvent('sidebar/todoToggled'),
  subscriptionToggled: userEvent('sidebar/subscriptionToggled'),
  confidentialityToggled: userEvent('sidebar/confidentialityToggled'),

  /** Gives a fixed date as it was typed or picked, `YYYY-MM-DD`; blank text for none. `epicId`: in whose field; older logs do not say it. */
  dateEntered: userEvent<{ field: DateField; value: string; epicId?: GlobalId }>('sidebar/dateEntered'),
  /** Fixed or inherited; the fixed date is kept. */
  dateKindChosen: userEvent<{ field: DateField; isFixed: boolean }>('sidebar/dateKindChosen'),

  colorEditorOpened: userEvent('sidebar/colorEditorOpened'),
  /** As it is typed or picked; nothing is saved before the editor is closed. */
  colorPicked: userEvent<{ color: string }>('sidebar/colorPicked'),
  /** EP-09.4: saves. `discard`: closes without. */
  colorEditorClosed: userEvent<{ discard: boolean }>('sidebar/colorEditorClosed'),

  labelPickerOpened: userEvent('sidebar/labelPickerOpened'),
  labelsSearched: userEvent<{ search: string }>('sidebar/labelsSearched'),
  labelTicked: userEvent<{ label: Label; ticked: boolean }>('sidebar/labelTicked'),
  /** EP-08.3: saves. `discard`: closes without. */
  labelPickerClosed: userEvent<{ discard: boolean }>('sidebar/labelPickerClosed'),
  /** The button in a label of the sidebar. */
  labelRemoved: userEvent<{ id: GlobalId }>('sidebar/labelRemoved'),
  newLabelOpened: userEvent('sidebar/newLabelOpened'),
  newLabelClosed: userEvent('sidebar/newLabelClosed'),
  newLabelTitleChanged: userEvent<{ title: string }>('sidebar/newLabelTitleChanged'),
  newLabelColorChanged: userEvent<{ color: string }>('sidebar/newLabelColorChanged'),
  /** `meta.id` becomes the idempotency key, kept over retries whose answer never came. */
  newLabelSubmitted: makingEvent('sidebar/newLabelSubmitted'),

  participantsToggled: userEvent('sidebar/participantsToggled'),

  /** The edits themselves, shown at once: `meta.id` is the intent and its idempotency key. The watcher makes them of what is asked for above. */
  dateChanged: makingEvent<DateChange>('sidebar/dateChanged'),
  labelsChanged: makingEvent<LabelsChange>('sidebar/labelsChanged'),
  colorChanged: makingEvent<ColorChange>('sidebar/colorChanged'),
  subscriptionChanged: makingEvent<SubscriptionChange>('sidebar/subscriptionChanged'),
  todoChanged: makingEvent<TodoChange>('sidebar/todoChanged'),
};

/** What the server, the cookie or the tree said. */
export const sidebarAnswers = {
  gutterRead: serverEvent<{ collapsed: boolean }>('sidebar/gutterRead'),
  /** What the page knows of the epic, until it was asked for. */
  epicSeeded: serverEvent<{ epic: SidebarEpic }>('sidebar/epicSeeded'),
  /** `color` and `textColor` of `epic` are not read here: they stay as they are. */
  epicRead: serverEvent<{ epic: SidebarEpic; children: ChildDates }>('sidebar/epicRead'),
  childrenSeen: serverEvent<{ id: GlobalId; children: ChildDates }>('sidebar/childrenSeen'),
  colorRead: serverEvent<{ id: GlobalId; color: string | null; textColor: string | null }>('sidebar/colorRead'),
  ancestorsRead: serverEvent<{
    id: GlobalId;
    hasParent: boolean;
    parentId: GlobalId | null;
    ancestors: readonly Ancestor[];
  }>('sidebar/ancestorsRead'),
  participantsRead: serverEvent<{ id: GlobalId; people: readonly Person[] }>('sidebar/participantsRead'),
  /** `more`: there are more than these. */
  labelsRead: serverEvent<{ search: string; labels: readonly Label[]; more?: true }>('sidebar/labelsRead'),
  partAsked: serverEvent<{ part: SidebarPart }>('sidebar/partAsked'),
  partFailed: serverEvent<{ part: SidebarPart }>('sidebar/partFailed'),
  dateRefused: serverEvent<{ field: DateField; error: string }>('sidebar/dateRefused'),
  /** `key`: of the creation that is answered; the form may have been closed and opened again meanwhile. */
  labelCreated: serverEvent<{ label: Label; key: string | null }>('sidebar/labelCreated'),
  newLabelRefused: serverEvent<{ text: string; answered: boolean; key: string | null }>('sidebar/newLabelRefused'),

  colorSaved: serverEvent<{ id: GlobalId; color: string | null; textColor: string | null }>('sidebar/colorSaved'),
  subscriptionSaved: serverEvent<{ id: GlobalId; subscribed: boolean }>('sidebar/subscriptionSaved'),
  todoSaved: serverEvent<{ id: GlobalId; exists: boolean; deletePath: string | null }>('sidebar/todoSaved'),
  /** `unknown`: it may have been done all the same, and the epic is read again. */
  editRefused: serverEvent<{ intentId: string; id: GlobalId; unknown: boolean }>('sidebar/editRefused'),
};
