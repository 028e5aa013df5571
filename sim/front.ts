import type { Action, RootState } from '@espalier/core';
import type { PageRoute } from '@espalier/core/epic';
import type { TreeOpening } from '@espalier/core/tree';
import type { LinkSubject } from '@espalier/core/link';
import type { ItemPlace, OverKind } from '@espalier/core/work-item';
import type { ItemPages, ItemRoute } from './item-pages.ts';
import type { SimClient } from './planner-client.ts';
import { overPage } from '@espalier/core';
import { madeIn } from '@espalier/core/store';
import { treeActions } from '@espalier/core/tree';
import { selectOverKind } from '@espalier/core/work-item';

/** Where a person looks and acts: a page, or the item or epic over it. What can be done in both is told once, of a front. */
export interface Front {
  readonly place: ItemPlace;
  readonly index: number;
  readonly username: string;
  readonly connected: boolean;
  readonly hidden: boolean;
  /** `tree`, `epic` and `sidebar` are those of this place. */
  readonly state: RootState;
  /** The tree that is open there; opened again after a crash. */
  readonly opening: TreeOpening | null;
  readonly pages: ItemPages;
  readonly reads: TreeReads;
  do(...actions: readonly Action[]): void;
  open(opening: TreeOpening): void;
  close(): void;
}

/** How the readings of a tree went, in this session. */
export class TreeReads {
  readonly #last = new Map<string, number>();
  readonly #failed = new Set<string>();

  /** When the children of a parent were last read. */
  last(parentId: string): number {
    return this.#last.get(parentId) ?? 0;
  }

  /** Whether the last one of a parent failed. */
  hasFailed(parentId: string): boolean {
    return this.#failed.has(parentId);
  }

  /** `now` null: it failed. */
  note(parentId: string, now: number | null): void {
    if (now === null) this.#failed.add(parentId);
    else {
      this.#failed.delete(parentId);
      this.#last.set(parentId, now);
    }
  }

  forget(): void {
    this.#last.clear();
    this.#failed.clear();
  }
}

/** An item or an epic as it is opened over a page. */
interface Shown {
  readonly route: ItemRoute | PageRoute;
  readonly as: OverKind;
  readonly opening: TreeOpening;
  readonly subject: LinkSubject;
}

/** The item or the epic over the page of a client, with its tree and its linked items; an epic with its sidebar. */
export class OverFront implements Front {
  readonly place = 'over';
  readonly #client: SimClient;
  readonly reads = new TreeReads();
  opening: TreeOpening | null = null;

  constructor(client: SimClient) {
    this.#client = client;
  }

  get index(): number {
    return this.#client.index;
  }

  get username(): string {
    return this.#client.username;
  }

  get connected(): boolean {
    return this.#client.connected;
  }

  get hidden(): boolean {
    return this.#client.hidden;
  }

  get state(): RootState {
    return overPage(this.#client.state);
  }

  get pages(): ItemPages {
    return this.#client.pages.over;
  }

  do(...actions: readonly Action[]): void {
    this.#client.do(...actions.map((action) => madeIn(action, 'over')));
  }

  open(opening: TreeOpening): void {
    this.opening = opening;
    this.reads.forget();
    this.do(treeActions.opened(opening));
  }

  /** Something is over the page, or was when its person last looked. */
  get isOpen(): boolean {
    return this.pages.item !== null || this.pages.epic !== null;
  }

  /** Shows an item or an epic with its tree and its links, instead of what was there before. */
  show({ route, as, opening, subject }: Shown): void {
    const { pages } = this;
    const isItem = 'by' in route;
    if (isItem) pages.openItem(route, as);
    else {
      pages.closeExtras();
      pages.closeNotes();
      pages.openEpic(route, as);
    }
    if (isItem) pages.epic = null;
    else pages.item = null;
    if (this.opening !== null) this.do(treeActions.closed());
    if (pages.links !== null) pages.closeLinks();
    if (pages.sidebar) pages.closeSidebar();
    if (!isItem) pages.openSidebar();
    this.open(opening);
    pages.openLinks(subject);
  }

  /** The epic leaves the state before its parts leave the screen. */
  close(): void {
    const { pages } = this;
    if (pages.epic !== null) pages.closeEpic();
    if (pages.sidebar) pages.closeSidebar();
    if (this.opening !== null) this.do(treeActions.closed());
    this.opening = null;
    if (pages.links !== null) pages.closeLinks();
    if (pages.item !== null) pages.closeItem();
  }

  /** WI-14.6: what was deleted is not shown any more; its parts go with it. */
  leaveDeleted(): void {
    if (selectOverKind(this.#client.state) === null && this.isOpen) this.close();
  }

  /** In another tab: the address names what covers the page, and nothing that stands beside it. */
  reopen(): void {
    const { item, epic, as, links: subject } = this.pages;
    const { opening } = this;
    const route = item ?? epic;
    Object.assign(this.pages, { extras: null, notes: null, links: null, item: null, epic: null, sidebar: false });
    this.opening = null;
    this.reads.forget();
    if (as === 'panel' || route === null || opening === null || subject === null) return;
    this.show({ route, as, opening, subject });
  }
}

/** Leaves everything that is open. */
export function leaveAll(client: SimClient): void {
  const { pages, over } = client;
  over.close();
  if (pages.sidebar) pages.closeSidebar();
  if (pages.epic !== null) pages.closeEpic();
  if (pages.roadmap !== null) pages.closeRoadmap();
  if (pages.links !== null) pages.closeLinks();
  if (pages.item !== null) pages.closeItem();
  client.close();
}

/** Both places of a client. */
export const frontsOf = (client: SimClient): readonly Front[] => [client, client.over];
