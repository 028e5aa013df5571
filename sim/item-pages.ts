import type { Action, Planner, RootState } from '@espalier/core';
import type { PageRoute } from '@espalier/core/epic';
import type { LinkSubject } from '@espalier/core/link';
import type { ItemPlace, OverKind } from '@espalier/core/work-item';
import { accessActions } from '@espalier/core/access';
import { commandSaga } from '@espalier/core/command';
import { epicActions } from '@espalier/core/epic';
import { linkActions, linkSaga } from '@espalier/core/link';
import { noteActions, noteSaga } from '@espalier/core/note';
import { sidebarActions, sidebarSaga } from '@espalier/core/sidebar';
import { madeIn } from '@espalier/core/store';
import { workItemActions } from '@espalier/core/work-item';
import { extrasActions, itemExtrasSaga } from '@espalier/core/work-item/extras';
import { itemFieldsSaga } from '@espalier/core/work-item/fields';

export type ItemRoute = ReturnType<typeof workItemActions.pageOpened>['payload'];

/** Of the window, in CSS pixels. */
const WIDTH = 1440;

type Doing = (...actions: readonly Action[]) => void;

/** Where the pages are: the planner of the session that runs now. */
export interface Host {
  readonly do: Doing;
  readonly watch: Planner['watch'];
  readonly state: () => RootState;
}

/** What is open of an item, and of an epic, in one place: as a page, or over one. */
export class ItemPages {
  readonly place: ItemPlace;
  /** The page of an issue, a task or an objective, with its fields. */
  item: ItemRoute | null = null;
  /** Of what is over the page: as what. */
  as: OverKind = 'modal';
  /** Of which item the reactions and the viewer's own to-do are read, once its page shows it. */
  extras: string | null = null;
  /** Of which item the comments are shown, once its page shows it. */
  notes: string | null = null;
  /** Whose linked items are shown. */
  links: LinkSubject | null = null;
  /** The page of an epic. */
  epic: PageRoute | null = null;
  /** It is shown with its sidebar. */
  sidebar = false;
  protected readonly host: Host;

  constructor(host: Host, place: ItemPlace = 'page') {
    this.host = host;
    this.place = place;
  }

  /** Does it in this place. */
  readonly #do: Doing = (...actions) => this.host.do(...actions.map((action) => madeIn(action, this.place)));

  openItem(route: ItemRoute, as: OverKind = 'modal'): void {
    this.closeExtras();
    this.closeNotes();
    this.item = route;
    this.as = as;
    this.host.watch('itemFields', itemFieldsSaga);
    this.signIn();
    const { pageOpened, overOpened } = workItemActions;
    this.host.do(this.place === 'page' ? pageOpened(route) : overOpened({ ...route, as }));
  }

  closeItem(): void {
    this.closeExtras();
    this.closeNotes();
    this.item = null;
    this.host.do(this.place === 'page' ? workItemActions.pageClosed() : workItemActions.overClosed());
  }

  retryItem(): void {
    this.host.do(this.place === 'page' ? workItemActions.pageRetried() : workItemActions.overRetried());
  }

  openEpic(route: PageRoute, as: OverKind = 'modal'): void {
    this.epic = route;
    this.as = as;
    this.#do(epicActions.epicPageOpened(this.place === 'page' ? route : { ...route, as }));
  }

  closeEpic(): void {
    this.epic = null;
    this.#do(epicActions.epicPageClosed());
  }

  openSidebar(): void {
    this.sidebar = true;
    this.host.watch('sidebar', sidebarSaga);
    this.signIn();
    this.#do(sidebarActions.sidebarOpened({ width: WIDTH }));
  }

  closeSidebar(): void {
    this.sidebar = false;
    this.#do(sidebarActions.sidebarClosed());
  }

  openExtras(id: string): void {
    this.extras = id;
    this.host.watch('itemExtras', itemExtrasSaga);
    this.host.do(extrasActions.opened({ id, epic: null }));
  }

  closeExtras(): void {
    if (this.extras !== null) this.host.do(extrasActions.closed({ id: this.extras }));
    this.extras = null;
  }

  openNotes(id: string): void {
    this.notes = id;
    this.host.watch('note', noteSaga);
    this.signIn();
    this.#do(noteActions.opened({ id, epic: null }));
  }

  closeNotes(): void {
    if (this.notes !== null) this.#do(noteActions.closed());
    this.notes = null;
  }

  openLinks(subject: LinkSubject): void {
    this.links = subject;
    this.host.watch('link', linkSaga);
    this.signIn();
    this.#do(linkActions.opened({ subject }));
  }

  closeLinks(): void {
    this.links = null;
    this.#do(linkActions.closed());
  }

  /** Asks who is looking, as every page does at its start, and has what is done noted, so that it can be taken back. */
  signIn(): void {
    this.host.watch('command', commandSaga);
    const { status } = this.host.state().access.session;
    if (status === 'idle' || status === 'failed') this.host.do(accessActions.sessionRequested());
  }
}
