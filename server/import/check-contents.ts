import { templateFaults, templateName } from '@espalier/core/template/rules';
import { characterCount, validateTitle } from '@espalier/core/work-item/rules';
import { DESCRIPTION_MAX } from '../work-item/patch.ts';
import { Check, Keys } from './check.ts';
import { checkPlaces } from './check-places.ts';
import { checkEpicTree } from './check-trees.ts';
import { Faults } from './faults.ts';
import type { FileItem } from './format.ts';
import { type ListName, type PlanningSource, rowsOf } from './planning-source.ts';

/** What the writing of a file has to know before it begins. */
export interface Outline {
  /** The epics in the order of the file, with their parents. */
  epics: ReadonlyMap<string, string | null>;
  /** The issues in the order of the file. */
  issues: ReadonlyMap<string, unknown>;
  /** The highest numbers in each group (of epics) and in each project, by the file's ids. */
  lastIids: ReadonlyMap<string, number>;
  /** When something was last changed in each project, by the file's ids. */
  lastActive: ReadonlyMap<string, string>;
}

/** What the schema cannot say about a file of the right form: every fault, in the order in which the lists are written. */
export async function checkContents(source: PlanningSource, onRows: (rows: number) => void): Promise<Outline> {
  const faults = new Faults();
  const check = new Check(faults);
  check.keepable(source.head, '');
  const places = await checkPlaces(source, check);
  const items = new Items(check, places);
  const epics = new Map<string, string | null>();
  for await (const { from, rows } of rowsOf(source, 'epics')) {
    rows.forEach((epic, index) => {
      const at = from + index;
      const path = `epics[${String(at)}]`;
      items.identify('epics', at, epic, epic.groupId);
      if (!epics.has(epic.id)) epics.set(epic.id, epic.parentId);
      check.reference(`${path}.groupId`, epic.groupId, places.groups, 'group');
      check.references(`${path}.reviewerIds`, epic.reviewerIds, places.users, 'user');
      items.check(path, epic);
    });
    onRows(rows.length);
  }
  const issues = items.ids.issues.all;
  const lastActive = new Map<string, string>();
  for await (const { from, rows } of rowsOf(source, 'issues')) {
    rows.forEach((issue, index) => {
      const at = from + index;
      const path = `issues[${String(at)}]`;
      items.identify('issues', at, issue, issue.projectId);
      check.reference(`${path}.projectId`, issue.projectId, places.projects, 'project');
      check.reference(`${path}.epicId`, issue.epicId, epics, 'epic');
      check.reference(`${path}.milestoneId`, issue.milestoneId, places.milestones, 'milestone');
      check.integer(`${path}.weight`, issue.weight);
      items.check(path, issue);
      const { projectId, updatedAt } = issue;
      if (updatedAt !== null && updatedAt > (lastActive.get(projectId) ?? '')) lastActive.set(projectId, updatedAt);
    });
    onRows(rows.length);
  }
  const known = { has: (id: string): boolean => epics.has(id) || issues.has(id) };
  await checkLinks(source, check, known, onRows);
  await checkMergeRequests(source, check, { ...places, known }, onRows);
  await checkTemplates(source, check, places, onRows);
  checkEpicTree(epics, items.ids.epics.all, faults);
  faults.refuse();
  return { epics, issues, lastIids: items.lastIids, lastActive };
}

type Known = Awaited<ReturnType<typeof checkPlaces>>;

/** What epics and issues have in common. */
class Items {
  readonly #check: Check;
  readonly #places: Known;
  readonly #iids = new Map<string, Map<number, number>>();
  readonly ids = { epics: new Keys(), issues: new Keys() };
  readonly lastIids = new Map<string, number>();

  constructor(check: Check, places: Known) {
    this.#check = check;
    this.#places = places;
  }

  identify(list: 'epics' | 'issues', at: number, { id, iid }: FileItem, owner: string): void {
    this.#check.unique(this.ids[list], list, at, id, 'id');
    // Numbers, not texts: there are as many of them as items.
    const taken = this.#iids.get(owner) ?? new Map<number, number>();
    this.#iids.set(owner, taken);
    const first = taken.get(iid);
    if (first === undefined) taken.set(iid, at);
    else {
      const path = `${list}[${String(at)}].iid`;
      this.#check.faults.add(path, `"${String(iid)}" is already that of ${list}[${String(first)}]`);
    }
    this.lastIids.set(owner, Math.max(iid, this.lastIids.get(owner) ?? 0));
  }

  check(path: string, item: FileItem): void {
    const check = this.#check;
    check.keepable(item, path);
    const title = validateTitle(item.title);
    // A NUL has been named already.
    if (!title.ok && !item.title.includes('\0')) check.faults.add(`${path}.title`, title.error);
    const { description } = item;
    if (
      typeof description === 'string' &&
      description.length > DESCRIPTION_MAX &&
      characterCount(description) > DESCRIPTION_MAX
    ) {
      check.faults.add(
        `${path}.description`,
        `Description is too long (maximum is ${String(DESCRIPTION_MAX)} characters)`,
      );
    }
    check.integer(`${path}.iid`, item.iid);
    check.day(`${path}.startDate`, item.startDate);
    check.day(`${path}.dueDate`, item.dueDate);
    check.instant(`${path}.createdAt`, item.createdAt);
    check.instant(`${path}.updatedAt`, item.updatedAt);
    check.instant(`${path}.closedAt`, item.closedAt);
    check.references(`${path}.labelIds`, item.labelIds, this.#places.labels, 'label');
    check.references(`${path}.assigneeIds`, item.assigneeIds, this.#places.users, 'user');
    check.references(`${path}.approverIds`, item.approverIds, this.#places.users, 'user');
    const refs = new Keys();
    item.externalRefs.forEach(({ system, key }, index) => {
      check.unique(refs, `${path}.externalRefs`, index, `${system}\n${key}`, 'key', key);
    });
  }
}

interface KnownItems {
  has(id: string): boolean;
}

async function checkLinks(
  source: PlanningSource,
  check: Check,
  items: KnownItems,
  onRows: (rows: number) => void,
): Promise<void> {
  const [ids, pairs] = [new Keys(), new Keys()];
  for await (const { from, rows } of rowsOf(source, 'links')) {
    rows.forEach((link, index) => {
      const { id, sourceId, targetId } = link;
      const at = from + index;
      const path = `links[${String(at)}]`;
      check.keepable(link, path);
      check.unique(ids, 'links', at, id, 'id');
      // One pair of items is linked once, whichever way.
      const pair = [sourceId, targetId].sort();
      check.unique(pairs, 'links', at, pair.join('\n'), 'targetId', pair[1]);
      check.reference(`${path}.sourceId`, sourceId, items, 'epic or issue');
      check.reference(`${path}.targetId`, targetId, items, 'epic or issue');
      if (sourceId === targetId) check.faults.add(`${path}.targetId`, `${sourceId} is linked to itself`);
    });
    onRows(rows.length);
  }
}

async function checkMergeRequests(
  source: PlanningSource,
  check: Check,
  known: Known & { known: KnownItems },
  onRows: (rows: number) => void,
): Promise<void> {
  const list: ListName = 'mergeRequests';
  const [ids, iids] = [new Keys(), new Keys()];
  for await (const { from, rows } of rowsOf(source, list)) {
    rows.forEach((request, index) => {
      const at = from + index;
      const path = `${list}[${String(at)}]`;
      check.keepable(request, path);
      check.unique(ids, list, at, request.id, 'id');
      check.unique(iids, list, at, `${request.projectId}\n${String(request.iid)}`, 'iid', String(request.iid));
      check.reference(`${path}.projectId`, request.projectId, known.projects, 'project');
      check.reference(`${path}.authorId`, request.authorId, known.users, 'user');
      check.reference(`${path}.milestoneId`, request.milestoneId, known.milestones, 'milestone');
      check.references(`${path}.itemIds`, request.itemIds, known.known, 'epic or issue');
      check.integer(`${path}.iid`, request.iid);
      for (const field of ['createdAt', 'mergedAt', 'closedAt'] as const)
        check.instant(`${path}.${field}`, request[field]);
    });
    onRows(rows.length);
  }
}

/** RP-02.441 */
async function checkTemplates(
  source: PlanningSource,
  check: Check,
  { groups, projects }: Known,
  onRows: (rows: number) => void,
): Promise<void> {
  const list: ListName = 'templates';
  const places = { has: (id: string): boolean => groups.has(id) || projects.has(id) };
  const names = new Keys();
  for await (const { from, rows } of rowsOf(source, list)) {
    rows.forEach(({ placeId, name: written, content }, index) => {
      const at = from + index;
      const path = `${list}[${String(at)}]`;
      const name = templateName(written);
      check.reference(`${path}.placeId`, placeId, places, 'group or project');
      check.unique(names, list, at, `${placeId}\n${name.toLowerCase()}`, 'name', name);
      // The database can keep neither of these: said alone.
      const before = check.faults.count;
      check.keepable({ name, content }, path);
      if (check.faults.count > before) return;
      for (const [field, fault] of Object.entries(templateFaults({ name, content })))
        if (fault !== null) check.faults.add(`${path}.${field}`, fault);
    });
    onRows(rows.length);
  }
}
