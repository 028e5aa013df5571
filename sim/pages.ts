import type { EpicListQuery, PageRoute } from '@espalier/core/epic';
import type { ListPlace, IssueListQuery } from '@espalier/core/work-item';
import type { RoadmapConfig, RoadmapView } from '@espalier/core/roadmap';
import type { Planner, RootState } from '@espalier/core';
import type { LinkSubject } from '@espalier/core/link';
import { accessActions } from '@espalier/core/access';
import { commandSaga } from '@espalier/core/command';
import { epicActions, epicList } from '@espalier/core/epic';
import { issueList, workItemActions } from '@espalier/core/work-item';
import { extrasActions, itemExtrasSaga } from '@espalier/core/work-item/extras';
import { itemFieldsSaga } from '@espalier/core/work-item/fields';
import { linkActions, linkSaga } from '@espalier/core/link';
import { roadmapActions, roadmapSaga } from '@espalier/core/roadmap';
import { sidebarActions, sidebarSaga } from '@espalier/core/sidebar';

export type ItemRoute = ReturnType<typeof workItemActions.pageOpened>['payload'];

/** Where the pages are: the planner of the session that runs now. */
interface Host {
  readonly do: (...actions: readonly { readonly type: string }[]) => void;
  readonly watch: Planner['watch'];
  readonly state: () => RootState;
}

/** Of the window, in CSS pixels. */
const WIDTH = 1440;

/** The pages that a person has open beside the tree. After a crash they are opened again, as the addresses of a browser's tabs are. */
export class Pages {
  epic: PageRoute | null = null;
  list: { readonly groupPath: string; readonly query: EpicListQuery } | null = null;
  issues: { readonly place: ListPlace; readonly query: IssueListQuery } | null = null;
  roadmap: { readonly config: RoadmapConfig; readonly view: RoadmapView } | null = null;
  /** The page of the epic is shown with its sidebar. */
  sidebar = false;
  /** Whose linked items are shown. */
  links: LinkSubject | null = null;
  /** The page of an issue, a task or an objective, with its fields. */
  item: ItemRoute | null = null;
  /** Of which item the reactions and the viewer's own to-do are read, once its page shows it. */
  extras: string | null = null;
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  openEpic(route: PageRoute): void {
    this.epic = route;
    this.#host.do(epicActions.epicPageOpened(route));
  }

  closeEpic(): void {
    this.epic = null;
    this.#host.do(epicActions.epicPageClosed());
  }

  openList(groupPath: string, query: EpicListQuery): void {
    this.list = { groupPath, query };
    this.#host.do(epicList.actions.opened({ place: { kind: 'group', fullPath: groupPath }, query }));
  }

  openIssues(place: ListPlace, query: IssueListQuery): void {
    this.issues = { place, query };
    this.#host.do(issueList.actions.opened(this.issues));
  }

  openRoadmap(config: RoadmapConfig, view: RoadmapView): void {
    this.roadmap = { config, view };
    this.#host.watch('roadmap', roadmapSaga);
    this.#host.do(roadmapActions.roadmapOpened(this.roadmap));
  }

  changeView(view: RoadmapView): void {
    if (this.roadmap === null) return;
    this.roadmap = { ...this.roadmap, view };
    this.#host.do(roadmapActions.viewChanged({ view }));
  }

  closeRoadmap(): void {
    this.roadmap = null;
    this.#host.do(roadmapActions.roadmapClosed());
  }

  openSidebar(): void {
    this.sidebar = true;
    this.#host.watch('sidebar', sidebarSaga);
    this.signIn();
    this.#host.do(sidebarActions.sidebarOpened({ width: WIDTH }));
  }

  closeSidebar(): void {
    this.sidebar = false;
    this.#host.do(sidebarActions.sidebarClosed());
  }

  openLinks(subject: LinkSubject): void {
    this.links = subject;
    this.#host.watch('link', linkSaga);
    this.signIn();
    this.#host.do(linkActions.opened({ subject }));
  }

  closeLinks(): void {
    this.links = null;
    this.#host.do(linkActions.closed());
  }

  openItem(route: ItemRoute): void {
    this.closeExtras();
    this.item = route;
    this.#host.watch('itemFields', itemFieldsSaga);
    this.signIn();
    this.#host.do(workItemActions.pageOpened(route));
  }

  openExtras(id: string): void {
    this.extras = id;
    this.#host.watch('itemExtras', itemExtrasSaga);
    this.#host.do(extrasActions.opened({ id, epic: null }));
  }

  closeExtras(): void {
    if (this.extras !== null) this.#host.do(extrasActions.closed({ id: this.extras }));
    this.extras = null;
  }

  closeItem(): void {
    this.closeExtras();
    this.item = null;
    this.#host.do(workItemActions.pageClosed());
  }

  /** Asks who is looking, as every page does at its start, and has what is done noted, so that it can be taken back. */
  signIn(): void {
    this.#host.watch('command', commandSaga);
    const { status } = this.#host.state().access.session;
    if (status === 'idle' || status === 'failed') this.#host.do(accessActions.sessionRequested());
  }

  reopen(): void {
    const { epic, list, issues, roadmap, sidebar, links, item } = this;
    // Its item has to be read first.
    this.extras = null;
    if (epic !== null) this.openEpic(epic);
    if (list !== null) this.openList(list.groupPath, list.query);
    if (issues !== null) this.openIssues(issues.place, issues.query);
    if (roadmap !== null) this.openRoadmap(roadmap.config, roadmap.view);
    if (sidebar) this.openSidebar();
    if (links !== null) this.openLinks(links);
    if (item !== null) this.openItem(item);
  }

  /** Where an answer leads: to the page of an epic, or away from it. */
  follow(address: string): void {
    const [, groupPath, iid] = /\/groups\/(.+)\/-\/epics(?:\/(\d+))?$/.exec(address) ?? [];
    if (groupPath !== undefined && iid !== undefined) this.openEpic({ groupPath, iid });
    else this.closeEpic();
  }
}
