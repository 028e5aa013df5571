import type { LinkState } from '../link/types.ts';
import type { Queries } from '../query/index.ts';
import type { RoadmapState } from '../roadmap/types.ts';
import type { SidebarRoot } from '../sidebar/state.ts';
import type { Action } from '../store/action.ts';
import type { ConfirmedTree, TreeState } from '../tree/state.ts';
import type { ItemFieldsState } from '../work-item/fields/slice.ts';
import type { WorkItemsState } from '../work-item/slice.ts';
import type { Pending } from '../mutation/index.ts';
import type { ShortcutId } from './rules.ts';
import type { CommandState } from './slice.ts';

/** The parts of the state that commands look at, with what is shown. */
export interface CommandRoot extends SidebarRoot {
  readonly command: CommandState;
  readonly overTree: TreeState;
  readonly frame: { readonly webPath: string };
  readonly workItem: WorkItemsState;
  readonly itemFields: ItemFieldsState;
  readonly pending: readonly Pending[];
  readonly link: LinkState;
  readonly roadmap: RoadmapState;
  readonly queries: Queries;
  readonly visible: ConfirmedTree;
}

/** What only the view can do. */
export type ViewAct =
  | 'theme:system'
  | 'theme:light'
  | 'theme:dark'
  | 'search'
  | 'copyReference'
  | 'copyAddress'
  | 'panel'
  | 'print'
  | 'export:svg'
  | 'export:png'
  | 'export:csv';

export type Run =
  /** Another page, or another view of this one: a path, or a query that begins with a question mark. */
  | { readonly do: 'go'; readonly to: string }
  | { readonly do: 'dispatch'; readonly actions: readonly Action[] }
  | { readonly do: 'view'; readonly act: ViewAct }
  /** A control of the page, by its name in the view; `first` makes it appear. */
  | { readonly do: 'press'; readonly name: string; readonly first: readonly Action[] };

export interface Command {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  readonly shortcut: ShortcutId | null;
  readonly run: Run;
}

/** Commands, each offered only where its condition holds. */
export type Offered = readonly (Command | false | null)[];

export function command(id: string, name: string, icon: string, run: Run, shortcut?: ShortcutId): Command {
  return { id, name, icon, shortcut: shortcut ?? null, run };
}
export const dispatch = (...actions: readonly Action[]): Run => ({ do: 'dispatch', actions });
export const go = (to: string): Run => ({ do: 'go', to });
export const view = (act: ViewAct): Run => ({ do: 'view', act });
export const press = (name: string, first: readonly Action[] = []): Run => ({ do: 'press', name, first });

export const COMMAND_TEXTS = {
  palette: 'Search or go to…',
  searching: 'Searching…',
  nothing: 'Nothing found',
  failed: 'The search could not be made. What is listed here is what is known without it.',
  undo: 'Undo',
  redo: 'Redo',
} as const;

export const nothingText = (way: 'undo' | 'redo'): string => `There is nothing to ${way} on this page.`;

/** RP-02.209: `Undone: moved &12 “Title”.` */
export const reversedText = (way: 'undo' | 'redo', name: string): string =>
  `${way === 'undo' ? 'Undone' : 'Done again'}: ${name}.`;

/** RP-02.202: `Not undone: moved &12 “Title”, for it was moved meanwhile.` */
export const refusedText = (way: 'undo' | 'redo', name: string, reason: string): string =>
  `Not ${way === 'undo' ? 'undone' : 'done again'}: ${name}. Reason: ${reason}.`;

/** RP-02.217: what the outcome of edits that are reversed together begins with. */
export const togetherText = (way: 'undo' | 'redo'): string => (way === 'undo' ? 'Undone' : 'Done again');

export const unmadeText = (way: 'undo' | 'redo', count: number): string =>
  `Not ${way === 'undo' ? 'undone' : 'done again'}: ${count} ${count === 1 ? 'item was' : 'items were'} changed meanwhile.`;
