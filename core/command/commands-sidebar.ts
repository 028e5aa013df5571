import type { Command, CommandRoot, Offered } from './command.ts';
import { epicEdits } from '../epic/actions.ts';
import { sidebarActions } from '../sidebar/actions.ts';
import { selectCollapsed } from '../sidebar/gutter.ts';
import { selectSidebarDates } from '../sidebar/select-dates.ts';
import {
  selectColor,
  selectConfidentiality,
  selectSidebarLabels,
  selectSubscription,
  selectTodo,
  selectWidgets,
} from '../sidebar/select.ts';
import { madeIn, type Action } from '../store/action.ts';
import { command, dispatch, press } from './command.ts';
import { frontEpic } from './commands-item.ts';
import { selectIsPeeking } from '../work-item/select.ts';

/** RP-02.183: the sidebar's fields that this viewer may change. Those with an editor open it; a collapsed sidebar expands first. */
export function sidebarCommands(whole: CommandRoot): Offered {
  const front = frontEpic(whole);
  if (front === null) return [];
  const { root, place } = front;
  if (!root.sidebar.open || root.epic.page.id === null) return [];
  // In the panel the details stand below the text, never collapsed.
  const isPanel = selectIsPeeking(whole);
  const collapsed = selectCollapsed(root) && !isPanel;
  const widgets = selectWidgets(root);
  const todo = selectTodo(root);
  const subscription = selectSubscription(root);
  const confidentiality = selectConfidentiality(root);
  const mayDates = selectSidebarDates(root)?.start.canUpdate === true;
  const here = (action: Action) => dispatch(madeIn(action, place));
  const first = collapsed ? [sidebarActions.gutterToggled()] : [];
  const edit = (id: string, title: string, icon: string, may = false): Command | null =>
    may ? command(`edit:${id}`, `Edit ${title}`, icon, press(`edit ${title}`, first)) : null;
  return [
    todo && command('todo', todo.label, todo.exists ? 'todo-done' : 'todo-add', here(epicEdits.todoChanged())),
    edit('start', 'start date', 'calendar', mayDates),
    edit('due', 'due date', 'calendar', mayDates),
    edit('labels', 'labels', 'labels', selectSidebarLabels(root).canUpdate),
    edit('color', 'color', 'pencil', widgets.includes('color') && selectColor(root)?.canUpdate),
    confidentiality?.canUpdate === true &&
      confidentiality.refusal === null &&
      command(
        'confidentiality',
        confidentiality.confidential ? 'Make the epic not confidential' : 'Make the epic confidential',
        'eye-slash',
        here(epicEdits.confidentialityChanged()),
      ),
    subscription !== null &&
      subscription.subscribed !== null &&
      command(
        'subscription',
        subscription.subscribed ? 'Turn notifications off' : 'Turn notifications on',
        subscription.subscribed ? 'notifications-off' : 'notifications',
        here(epicEdits.subscriptionChanged()),
      ),
    !isPanel &&
      command(
        'sidebar',
        collapsed ? 'Expand sidebar' : 'Collapse sidebar',
        collapsed ? 'chevron-double-lg-left' : 'chevron-double-lg-right',
        dispatch(sidebarActions.gutterToggled()),
      ),
  ];
}
