import {
  linkedNote,
  type LinkType,
  type LinkWord,
  linkTypeFor,
  resolveLinks,
  storedLink,
  unlinkedNote,
} from '@espalier/core/link/rules';
import type { ReferenceKind } from '@espalier/core/work-item/rules';
import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan, referencedItems } from '../command/change.ts';
import { type Item, mayRelate } from '../command/item.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { referenceFrom } from '../note/wording.ts';

const kindOf = (item: Item): ReferenceKind => (item.type === 'epic' ? 'epic' : 'issue');

/** The item whose links are changed: an epic by its group's full path, or an item of a project by the project's. */
export interface LinkSubject {
  readonly kind: ReferenceKind;
  readonly path: string;
  readonly iid: number;
}

export const findSubject = (
  { items }: PlanStore,
  viewer: Viewer,
  { kind, path, iid }: LinkSubject,
): Promise<Item | undefined> => (kind === 'epic' ? items.epic(viewer, path, iid) : items.ofProject(viewer, path, iid));

export interface AddLinksInput {
  readonly subject: LinkSubject;
  readonly type: LinkType;
  /** As typed: `&12`, `group/project#7`, addresses of this server. Or items by their database ids. */
  readonly references: readonly string[];
  /** `https://host:port` of this server; addresses of other ones mean nothing. */
  readonly origin: string;
}

/** A link that was made, from the side of the item whose links were changed. */
export interface MadeLink {
  readonly id: number;
  readonly otherId: number;
}

/**
 * Links existing items to one. The rules are core's `resolveLinks`. The viewer needs the right to relate on both ends. All changes to links and to the
 * tree share one lock: if two people make the same link at once, the second finds the first one's.
 */
export function addLinks(
  store: PlanStore,
  viewer: Viewer,
  input: AddLinksInput,
  now: string,
): Promise<Outcome<readonly MadeLink[]>> {
  return changePlan(store, viewer, now, async (change) => {
    await change.lock();
    const subject = (await findSubject(change.store, viewer, input.subject)) ?? hidden();
    if (!mayRelate(viewer, subject)) denied();
    const { words, items, links } = await wordsOf(change, subject, input);
    const plan = resolveLinks(kindOf(subject), input.type, { id: subject.id, links }, words);
    if (plan.status !== 200) refuse(plan.status, plan.message);
    const added = plan.add.flatMap((id) => items.get(id) ?? []);
    for (const other of added) noteLinked(change, subject, other, input.type);
    announce(change, subject, ...added);
    const stored = added.map((other) => storedLink(input.type, subject.id, other.id));
    const made = await change.store.links.insert(stored, now);
    return made.map(({ id, sourceId, targetId }) => ({ id, otherId: sourceId === subject.id ? targetId : sourceId }));
  });
}

/** What each word refers to for this viewer, and what the rules need to know of it and of the subject. */
async function wordsOf(change: Change, subject: Item, { references, origin }: AddLinksInput) {
  const project = subject.project_path === null ? {} : { projectPath: subject.project_path };
  const context = { kind: kindOf(subject), groupPath: subject.group_path, ...project, origin };
  const { words: texts, found } = await referencedItems(change, references, context);
  const items: ReadonlyMap<number, Item> = new Map([...found.values()].map((item) => [item.id, item]));
  const ids = [...items.keys()];
  const known = await change.store.links.between(subject.id, ids);
  const counts = await change.store.links.counts([subject.id, ...ids]);
  const words = texts.map((text, index): LinkWord<number> => {
    const item = found.get(index);
    if (item === undefined || !mayRelate(change.viewer, item)) return { reference: text, candidate: null };
    const candidate = {
      id: item.id,
      link: known.get(item.id) ?? null,
      isParentOrChild: item.parent_id === subject.id || subject.parent_id === item.id,
      links: counts.get(item.id) ?? 0,
    };
    return { reference: referenceFrom(subject, item), candidate };
  });
  return { words, items, links: counts.get(subject.id) ?? 0 };
}

/** A line of activity on both items, each from its own side. */
function noteLinked(change: Change, subject: Item, other: Item, type: LinkType): void {
  const opposite = linkTypeFor(storedLink(type, subject.id, other.id), other.id);
  change.note(subject, 'relate', linkedNote(kindOf(subject), type, referenceFrom(subject, other)));
  change.note(other, 'relate', linkedNote(kindOf(other), opposite, referenceFrom(other, subject)));
}

/** Makes everyone who shows these items, or rows of them, read them again. */
function announce(change: Change, ...items: readonly Item[]): void {
  change.events.add('links', ...items.flatMap(({ id, parent_id }) => [id, parent_id]));
}

export interface RemoveLinkInput {
  readonly subject: LinkSubject;
  readonly linkId: number;
}

export interface RemovedLink {
  readonly subject: Item;
  readonly other: Item;
  readonly type: LinkType;
}

/** Removes a link, from either end; the viewer must see the other one. */
export function removeLink(
  store: PlanStore,
  viewer: Viewer,
  input: RemoveLinkInput,
  now: string,
): Promise<Outcome<RemovedLink>> {
  return changePlan(store, viewer, now, async (change) => {
    await change.lock();
    const subject = (await findSubject(change.store, viewer, input.subject)) ?? hidden();
    const { items, links } = change.store;
    const link = (await links.find(input.linkId, subject.id)) ?? hidden();
    const otherId = link.sourceId === subject.id ? link.targetId : link.sourceId;
    const other = (await items.byId(viewer, [otherId])).get(otherId) ?? hidden();
    if (other.archived || !mayRelate(viewer, subject)) denied();
    await links.delete(input.linkId);
    change.note(subject, 'unrelate', unlinkedNote(referenceFrom(subject, other)));
    change.note(other, 'unrelate', unlinkedNote(referenceFrom(other, subject)));
    announce(change, subject, other);
    return { subject, other, type: linkTypeFor(link, subject.id) };
  });
}
