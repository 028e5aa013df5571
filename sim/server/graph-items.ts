import { canReadNote, epicPermissions, issuePermissions } from '@espalier/core/access';
import { textColorFor } from '@espalier/core/work-item/rules';
import { BASE_URL, gid, tasksIn, textHtml, titleHtml } from './addresses.ts';
import { connection, type Order, whole } from './connection.ts';
import type { Args } from './execute.ts';
import type { Graph } from './graph.ts';
import { discussions, notes } from './graph-notes.ts';
import { blockersOf } from './rest-facts.ts';
import type { RollupRow } from '../../server/command/contribution.ts';
import { mentionedIn } from '../../server/store/memory/mentions.ts';
import { isSubscribed, participantsOf } from '../../server/store/memory/personal.ts';
import { nameOf } from '../../server/store/memory/items.ts';
import { spentOn } from '../../server/store/memory/time.ts';
import { itemPath } from '../../server/work-item/addresses.ts';
import type { EpicDates, GroupRow, ItemRow, LinkRow, ProjectRow } from '../../server/store/memory/rows.ts';

const LINK = 'IncidentManagement::IssuableResourceLink';

const byNumber: Order<number> = { name: 'id', keys: [{ of: (id) => id }] };

/**
 * Epics and the items of projects as nodes of the graph. Their fields are read and called by name (`execute`), each worked out when it is asked for:
 * lists are long, and most questions ask for little of each row.
 */
abstract class ItemNode {
  abstract readonly __typename: string;
  protected readonly graph: Graph;
  protected readonly row: ItemRow;
  protected readonly link: LinkRow | undefined;
  #blockers: readonly ItemRow[] | null = null;

  constructor(graph: Graph, row: ItemRow) {
    this.graph = graph;
    this.row = row;
    this.link = graph.world.links.get(row.id);
  }

  get webPath(): string {
    return itemPath(nameOf(this.graph.world, this.row));
  }

  get iid(): string {
    return String(this.row.iid);
  }

  get title(): string {
    return this.row.title;
  }

  get titleHtml(): string {
    return titleHtml(this.row.title);
  }

  get description(): string | null {
    return this.row.description;
  }

  get descriptionHtml(): string {
    return textHtml(this.row.description);
  }

  get state(): string {
    return this.row.state;
  }

  participants(args: Args) {
    const { world } = this.graph;
    const reacted = [...world.awards.values()].flatMap(({ itemId, userId }) =>
      itemId === this.row.id ? [userId] : [],
    );
    const subject = this.graph.rights.itemSubject(this.row);
    const notes = [...world.comments.values()].filter(
      (note) => note.itemId === this.row.id && canReadNote(subject, note),
    );
    const wrote = notes.map(({ authorId }) => authorId);
    const mentioned = mentionedIn(world, this.row, notes);
    const ids = [...new Set([...participantsOf(this.row), ...reacted, ...wrote, ...mentioned])];
    return connection(ids, byNumber, args, (id) => this.graph.person(id), world.pageMax);
  }

  get confidential(): boolean {
    return this.row.confidential;
  }

  get createdAt(): string {
    return this.row.createdAt;
  }

  get updatedAt(): string {
    return this.row.updatedAt;
  }

  get closedAt(): string | null {
    return this.row.closedAt;
  }

  get relativePosition(): number | null {
    return this.link?.position ?? null;
  }

  get webUrl(): string {
    return `${BASE_URL}${this.webPath}`;
  }

  get relationPath(): string | null {
    return this.graph.relationPath(this.row, this.link);
  }

  protected get blockers(): readonly ItemRow[] {
    return (this.#blockers ??= blockersOf(this.graph.rights, this.row.id));
  }

  get blocked(): boolean {
    return this.blockers.length > 0;
  }

  get blockedByCount(): number {
    return this.blockers.length;
  }

  labels() {
    return this.graph.labels(this.row);
  }

  author() {
    return this.graph.person(this.row.authorId);
  }

  notes(args: Args) {
    return notes(this.graph, this.row, args);
  }

  discussions(args: Args) {
    return discussions(this.graph, this.row, args);
  }
}

const isEpic = ({ type }: ItemRow): boolean => type === 'epic';

export class EpicNode extends ItemNode {
  readonly __typename = 'Epic';
  readonly #group: GroupRow;

  constructor(graph: Graph, row: ItemRow) {
    super(graph, row);
    this.#group = graph.world.group(row.groupId);
  }

  get #inherited(): EpicDates {
    return this.graph.world.datesOf(this.row);
  }

  get #sums(): RollupRow {
    return this.graph.world.rollupOf(this.row.id);
  }

  get id(): string {
    return gid('Epic', this.row.id);
  }

  awardEmoji(args: Args) {
    return this.graph.awards({ itemId: this.row.id, noteId: null }, args);
  }

  reference({ full }: Args): string {
    return full === true ? `${this.#group.fullPath}&${this.row.iid}` : `&${this.row.iid}`;
  }

  get hasChildren(): boolean {
    return this.#sums.childEpics > 0;
  }

  get hasIssues(): boolean {
    return this.#sums.childIssues > 0;
  }

  get hasParent(): boolean {
    return this.link !== undefined;
  }

  get startDate(): string | null {
    return this.#inherited.start;
  }

  get startDateIsFixed(): boolean {
    return this.row.startIsFixed;
  }

  get startDateFixed(): string | null {
    return this.row.startDate;
  }

  get startDateFromInheritedSource(): string | null {
    return this.#inherited.inheritedStart.date;
  }

  get dueDate(): string | null {
    return this.#inherited.due;
  }

  get dueDateIsFixed(): boolean {
    return this.row.dueIsFixed;
  }

  get dueDateFixed(): string | null {
    return this.row.dueDate;
  }

  get dueDateFromInheritedSource(): string | null {
    return this.#inherited.inheritedDue.date;
  }

  group() {
    return this.graph.group(this.#group);
  }

  parent() {
    const parent = this.graph.rights.see(this.link?.parentId);
    return parent === null ? null : this.graph.epic(parent);
  }

  get userPermissions() {
    return epicPermissions(this.graph.rights.itemSubject(this.row));
  }

  get descendantCounts() {
    return this.#sums;
  }

  get descendantWeightSum() {
    const { openedWeight, closedWeight } = this.#sums;
    return { openedIssues: openedWeight, closedIssues: closedWeight };
  }

  get healthStatus() {
    const { onTrack, needsAttention, atRisk } = this.#sums;
    return { issuesOnTrack: onTrack, issuesNeedingAttention: needsAttention, issuesAtRisk: atRisk };
  }

  defaultProjectForIssueCreation() {
    return this.graph.defaultProject(this.#group);
  }

  get color(): string {
    return this.row.color;
  }

  get textColor(): string {
    return textColorFor(this.row.color);
  }

  subscribed(): boolean {
    return isSubscribed(this.graph.world, this.graph.rights.viewer, this.row);
  }

  currentUserTodos({ state }: Args) {
    return whole(this.graph.todos(this.row, state));
  }

  blockedByEpics() {
    return whole(this.blockers.filter(isEpic).map((blocker) => this.graph.epic(blocker)));
  }

  ancestors() {
    return whole(this.graph.ancestors(this.row).map((above) => this.graph.epic(above)));
  }

  #seen(wanted: 'epics' | 'issues'): LinkRow[] {
    const { world, rights } = this.graph;
    return world
      .linksUnder(this.row.id)
      .filter(({ childId }) => isEpic(world.item(childId)) === (wanted === 'epics') && rights.see(childId) !== null);
  }

  children(args: Args) {
    return this.graph.childEpics(this.#seen('epics'), args);
  }

  issues(args: Args) {
    return this.graph.childIssues(this.#seen('issues'), args);
  }
}

/** An item of a project; as a child of an epic an `EpicIssue`. */
export class EpicIssueNode extends ItemNode {
  readonly __typename: 'EpicIssue' | 'Issue';
  readonly #project: ProjectRow;

  constructor(graph: Graph, row: ItemRow, as: 'EpicIssue' | 'Issue') {
    super(graph, row);
    this.__typename = as;
    this.#project = graph.world.project(row.projectId ?? 0);
  }

  get id(): string {
    return gid('Issue', this.row.id);
  }

  get epicIssueId(): string {
    return gid('EpicIssue', this.link?.id ?? 0);
  }

  blockedByIssues() {
    return whole(this.blockers.filter((row) => !isEpic(row)).map((row) => this.graph.epicIssue(row, 'Issue')));
  }

  get type(): string {
    return this.row.type.toUpperCase();
  }

  reference({ full }: Args): string {
    return full === true ? `${this.#project.fullPath}#${this.row.iid}` : `#${this.row.iid}`;
  }

  get startDate(): string | null {
    return this.row.startDate;
  }

  get dueDate(): string | null {
    return this.row.dueDate;
  }

  get weight(): number | null {
    return this.row.weight;
  }

  get hidden(): boolean {
    return this.graph.world.user(this.row.authorId).state === 'banned';
  }

  get taskCompletionStatus() {
    const { count, completed: completedCount } = tasksIn(this.row.description);
    return { count, completedCount };
  }

  get timeEstimate(): number {
    return this.row.timeEstimate;
  }

  /** IE-01.52 */
  issuableResourceLinks({ incidentId }: Args) {
    const { id, zoomLink: link } = this.row;
    return whole(
      link === null || incidentId !== gid('Issue', id) ? [] : [{ id: gid(LINK, id), link, linkType: 'zoom' }],
    );
  }

  get totalTimeSpent(): number {
    return spentOn(this.graph.world, this.row.id);
  }

  get healthStatus(): string | null {
    return this.row.healthStatus;
  }

  milestone() {
    return this.graph.milestone(this.row);
  }

  assignees(args: Args) {
    return this.graph.assignees(this.row, args);
  }

  get userPermissions() {
    return issuePermissions(this.graph.rights.itemSubject(this.row));
  }
}
