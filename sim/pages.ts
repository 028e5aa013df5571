import type { EpicListQuery } from '@espalier/core/epic';
import type { ListPlace, IssueListQuery } from '@espalier/core/work-item';
import type { RoadmapConfig, RoadmapView } from '@espalier/core/roadmap';
import { bulkSaga } from '@espalier/core/bulk/edit';
import { checklistSaga } from '@espalier/core/checklist';
import { epicList } from '@espalier/core/epic';
import { epicListSaga } from '@espalier/core/epic/list';
import { issueList } from '@espalier/core/work-item';
import { issueListSaga } from '@espalier/core/work-item/list';
import { roadmapActions, roadmapSaga } from '@espalier/core/roadmap';
import { textSaga } from '@espalier/core/text';
import { ItemPages, type Host } from './item-pages.ts';

/** The pages that a person has open beside the tree. After a crash they are opened again, as the addresses of a browser's tabs are. */
export class Pages extends ItemPages {
  /** The item or the epic over them, with its linked items. */
  readonly over: ItemPages;
  list: { readonly groupPath: string; readonly query: EpicListQuery } | null = null;
  issues: { readonly place: ListPlace; readonly query: IssueListQuery } | null = null;
  roadmap: { readonly config: RoadmapConfig; readonly view: RoadmapView } | null = null;

  /** Texts are written and checklists checked. */
  texts = false;

  constructor(host: Host) {
    super(host);
    this.over = new ItemPages(host, 'over');
  }

  openList(groupPath: string, query: EpicListQuery): void {
    this.list = { groupPath, query };
    this.host.watch('epicList', epicListSaga);
    this.host.do(epicList.actions.opened({ place: { kind: 'group', fullPath: groupPath }, query }));
  }

  openIssues(place: ListPlace, query: IssueListQuery): void {
    this.issues = { place, query };
    this.host.watch('issueList', issueListSaga);
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

  /** What is done to several rows at once. */
  openBulk(): void {
    this.host.watch('bulk', bulkSaga);
    this.signIn();
  }

  openTexts(): void {
    this.texts = true;
    this.host.watch('text', textSaga);
    this.host.watch('checklist', checklistSaga);
    this.signIn();
  }

  reopen(): void {
    if (this.texts) this.openTexts();
    const { epic, list, issues, roadmap, sidebar, links, item } = this;
    // Their item has to be read first.
    this.extras = null;
    this.notes = null;
    if (epic !== null) this.openEpic(epic);
    if (list !== null) this.openList(list.groupPath, list.query);
    if (issues !== null) this.openIssues(issues.place, issues.query);
    if (roadmap !== null) this.openRoadmap(roadmap.config, roadmap.view);
    if (sidebar) this.openSidebar();
    if (links !== null) this.openLinks(links);
    if (item !== null) this.openItem(item);
  }

  /** Where an answer leads: to the page of an epic, or away from it; from the page of an item to their list. */
  follow(address: string): void {
    if (/\/-\/issues$/.test(address)) {
      if (this.item !== null) this.closeItem();
      return;
    }
    const [, groupPath, iid] = /\/groups\/(.+)\/-\/epics(?:\/(\d+))?$/.exec(address) ?? [];
    if (groupPath !== undefined && iid !== undefined) this.openEpic({ groupPath, iid });
    else this.closeEpic();
  }
}
