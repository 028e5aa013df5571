import type { EpicListQuery, PageRoute } from '@espalier/core/epic';
import type { ListPlace, IssueListQuery } from '@espalier/core/work-item';
import type { RoadmapConfig, RoadmapView } from '@espalier/core/roadmap';
import { bulkSaga } from '@espalier/core/bulk/edit';
import { epicActions, epicList } from '@espalier/core/epic';
import { issueList } from '@espalier/core/work-item';
import { roadmapActions, roadmapSaga } from '@espalier/core/roadmap';
import { sidebarActions, sidebarSaga } from '@espalier/core/sidebar';
import { ItemPages, type Host } from './item-pages.ts';

/** Of the window, in CSS pixels. */
const WIDTH = 1440;

/** The pages that a person has open beside the tree. After a crash they are opened again, as the addresses of a browser's tabs are. */
export class Pages extends ItemPages {
  /** The item over them, with its linked items. */
  readonly over: ItemPages;
  epic: PageRoute | null = null;
  list: { readonly groupPath: string; readonly query: EpicListQuery } | null = null;
  issues: { readonly place: ListPlace; readonly query: IssueListQuery } | null = null;
  roadmap: { readonly config: RoadmapConfig; readonly view: RoadmapView } | null = null;
  /** The page of the epic is shown with its sidebar. */
  sidebar = false;

  constructor(host: Host) {
    super(host);
    this.over = new ItemPages(host, 'over');
  }

  openEpic(route: PageRoute): void {
    this.epic = route;
    this.host.do(epicActions.epicPageOpened(route));
  }

  closeEpic(): void {
    this.epic = null;
    this.host.do(epicActions.epicPageClosed());
  }

  openList(groupPath: string, query: EpicListQuery): void {
    this.list = { groupPath, query };
    this.host.do(epicList.actions.opened({ place: { kind: 'group', fullPath: groupPath }, query }));
  }

  openIssues(place: ListPlace, query: IssueListQuery): void {
    this.issues = { place, query };
    this.host.do(issueList.actions.opened(this.issues));
  }

  openRoadmap(config: RoadmapConfig, view: RoadmapView): void {
    this.roadmap = { config, view };
    this.host.watch('roadmap', roadmapSaga);
    this.host.do(roadmapActions.roadmapOpened(this.roadmap));
  }

  changeView(view: RoadmapView): void {
    if (this.roadmap === null) return;
    this.roadmap = { ...this.roadmap, view };
    this.host.do(roadmapActions.viewChanged({ view }));
  }

  closeRoadmap(): void {
    this.roadmap = null;
    this.host.do(roadmapActions.roadmapClosed());
  }

  openSidebar(): void {
    this.sidebar = true;
    this.host.watch('sidebar', sidebarSaga);
    this.signIn();
    this.host.do(sidebarActions.sidebarOpened({ width: WIDTH }));
  }

  closeSidebar(): void {
    this.sidebar = false;
    this.host.do(sidebarActions.sidebarClosed());
  }

  /** What is done to several rows at once. */
  openBulk(): void {
    this.host.watch('bulk', bulkSaga);
    this.signIn();
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
