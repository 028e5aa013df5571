import type { Command, CommandRoot, Offered } from './command.ts';
import { command, dispatch, press, view } from './command.ts';
import type { PageItem } from '../work-item/page-data.ts';
import type { WidgetName } from '../work-item/entity.ts';
import type { ShortcutId } from './rules.ts';
import { itemEdits } from '../work-item/fields/actions.ts';
import { typesOffered } from '../work-item/fields/convert.ts';
import { mayEdit } from '../work-item/fields/edit.ts';
import { selectSelf } from '../work-item/fields/select.ts';
import { itemDeletion, parentTypes } from '../work-item/rules.ts';
import { madeIn } from '../store/action.ts';
import { inPlace, type Place } from '../store/place.ts';
import { isEpicOver, selectFrontItem, selectFrontPlace, selectOverKind } from '../work-item/select.ts';
import { selectStateToggle } from '../work-item/edits.ts';
import { linkActions } from '../link/actions.ts';
import { epicActions } from '../epic/actions.ts';
import { selectEpic, selectEpicHeader } from '../epic/select.ts';

type Toggle = { readonly label: string; readonly loading: boolean } | null;

/** Presses the button instead of dispatching, for it may ask first. */
const stateCommand = (id: string, toggle: Toggle, icon: string, button: string): Command | null =>
  toggle === null || toggle.loading ? null : command(id, toggle.label, icon, press(button));

/** RP-02.184: the buttons and the menu of the header of an issue, task or other item of a project. */
export function itemCommands(root: CommandRoot): Offered {
  const item = selectFrontItem(root);
  if (item === null) return [];
  const toggle = selectStateToggle(root, item.id);
  return [
    ...fieldCommands(root, item),
    stateCommand('itemState', toggle, item.state === 'closed' ? 'issues' : 'issue-closed', 'item state'),
    typesOffered(root, item.id).length > 0 && command('changeType', 'Change type', 'pencil', press('change type')),
    item.permissions.canDestroy && command('deleteItem', itemDeletion(item.type).title, 'remove', press('delete item')),
    command('copyReference', `Copy the reference ${item.reference}`, 'copy-to-clipboard', view('copyReference')),
  ];
}

/** RP-02.199: the fields that this viewer may change, as far as the item has them; each presses its button. */
function fieldCommands(root: CommandRoot, { id, widgets, type }: PageItem): Offered {
  const may = mayEdit(root, id);
  const self = widgets.includes('assignees') ? selectSelf(root, id) : null;
  const has = (name: WidgetName): boolean => may && widgets.includes(name);
  const edit = (field: string, icon: string, offered: boolean, key?: ShortcutId): Command | false =>
    offered && command(`edit:${field}`, `Edit ${field}`, icon, press(`edit ${field}`), key);
  return [
    edit('title', 'pencil', mayEdit(root, id, 'canUpdate')),
    edit('assignees', 'user', has('assignees'), 'assign'),
    self &&
      command(
        'assignMyself',
        'Assign myself',
        'user',
        dispatch(itemEdits.assigneesChanged({ id, add: [self], remove: [] })),
      ),
    edit('labels', 'labels', has('labels'), 'labels'),
    edit('milestone', 'milestone', has('milestone'), 'milestone'),
    edit('start date', 'calendar', has('dates')),
    edit('due date', 'calendar', has('dates'), 'due'),
    edit('iteration', 'calendar', has('iteration')),
    edit('health status', 'pencil', has('health')),
    edit('weight', 'weight', has('weight')),
    edit('progress', 'pencil', has('progress')),
    edit('parent', 'file-tree', mayEdit(root, id, 'canAdminRelation') && parentTypes(type).length > 0),
  ];
}

/** RP-02.185: the linked items of what is in front, an epic or another item, once their section is shown. */
export function linkCommands(root: CommandRoot): Offered {
  const place = selectFrontPlace(root);
  const { subject, form } = root.link[place];
  if (subject?.canRelate !== true || form !== null) return [];
  return [command('addLinks', 'Add linked items', 'link', dispatch(madeIn(linkActions.formOpened(), place)))];
}

/** WI-14.4: the state as the epic in front sees it, with its place; null: in front is another item. */
export function frontEpic(root: CommandRoot): { readonly root: CommandRoot; readonly place: Place } | null {
  if (isEpicOver(root)) return { root: inPlace(root, 'over'), place: 'over' };
  return selectOverKind(root) === null ? { root, place: undefined } : null;
}

/** RP-02.178: the buttons and the menu of an epic's header. */
export function epicCommands(whole: CommandRoot): Offered {
  const front = frontEpic(whole);
  if (front === null) return [];
  const { root, place } = front;
  const header = selectEpicHeader(root);
  const epic = selectEpic(root);
  if (header === null || epic === null) return [];
  const { toggle, canCreate, canDestroy } = header;
  return [
    stateCommand('epicState', toggle, epic.state === 'closed' ? 'epic' : 'epic-closed', 'epic state'),
    // Its form is the page's.
    place === undefined &&
      canCreate &&
      command('newEpic', 'New epic', 'plus', dispatch(epicActions.newEpicOpened()), 'newEpic'),
    canDestroy &&
      command('deleteEpic', 'Delete epic', 'remove', dispatch(madeIn(epicActions.epicDeletionAsked(), place))),
    command('copyReference', `Copy the reference ${epic.reference}`, 'copy-to-clipboard', view('copyReference')),
  ];
}
