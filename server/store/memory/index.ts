import type { Viewer } from '../../access/viewer.ts';
import type { Owner } from '../../command/item.ts';
import type { Job } from '../../command/job.ts';
import type { PlanStore } from '../../command/plan-store.ts';
import type { Traces } from '../../command/traces.ts';
import { MemoryAccessRequests } from './access-requests.ts';
import { MemoryAwards } from './awards.ts';
import { MemoryGroupShares } from './group-shares.ts';
import { MemoryInvitations } from './invitations.ts';
import { MemoryTrials } from './trials.ts';
import { MemoryItems, ownerOf, type TasksOf } from './items.ts';
import { MemoryIterations } from './iterations.ts';
import { MemoryLabels } from './labels.ts';
import { MemoryLinks } from './links.ts';
import { MemoryMembers } from './members.ts';
import { MemoryMentions } from './mentions.ts';
import { MemoryMilestones } from './milestones.ts';
import { MemoryNotes } from './notes.ts';
import { MemoryPersonal } from './personal.ts';
import { MemoryPictures } from './pictures.ts';
import { MemoryPlaces } from './places.ts';
import { Rights } from './rights.ts';
import { MemoryTemplates } from './templates.ts';
import { MemoryTime } from './time.ts';
import { MemoryTree } from './tree.ts';
import { MemoryUsers } from './users.ts';
import { MemoryVersions } from './versions.ts';
import type { World } from './world.ts';

/**
 * A plan in memory, for the simulation and for tests of commands. It never waits: every result is available at once, so a command is done as soon as the
 * microtasks have run. Changes to one store run one after another, in the order in which they were started.
 */
export class MemoryStore implements PlanStore {
  readonly items: MemoryItems;
  readonly tree: MemoryTree;
  readonly links: MemoryLinks;
  readonly labels: MemoryLabels;
  readonly personal: MemoryPersonal;
  readonly awards: MemoryAwards;
  readonly notes: MemoryNotes;
  readonly members: MemoryMembers;
  readonly accessRequests: MemoryAccessRequests;
  readonly groupShares: MemoryGroupShares;
  readonly invitations: MemoryInvitations;
  readonly trials: MemoryTrials;
  readonly mentions: MemoryMentions;
  readonly time: MemoryTime;
  readonly templates: MemoryTemplates;
  readonly users: MemoryUsers;
  readonly versions: MemoryVersions;
  readonly milestones: MemoryMilestones;
  readonly iterations: MemoryIterations;
  readonly places: MemoryPlaces;
  readonly pictures: MemoryPictures;
  readonly #world: World;
  readonly #rights = new WeakMap<Viewer, Rights>();
  /** The same store inside a transaction; null if this is that store. */
  readonly #inside: MemoryStore | null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(world: World, tasksOf: TasksOf, isInside = false) {
    this.#world = world;
    this.#inside = isInside ? null : new MemoryStore(world, tasksOf, true);
    const rightsOf = (viewer: Viewer): Rights => this.rightsOf(viewer);
    this.items = new MemoryItems(world, rightsOf, tasksOf);
    this.tree = new MemoryTree(world);
    this.links = new MemoryLinks(world);
    this.labels = new MemoryLabels(world, rightsOf);
    this.personal = new MemoryPersonal(world, rightsOf);
    this.awards = new MemoryAwards(world);
    this.notes = new MemoryNotes(world);
    this.members = new MemoryMembers(world, rightsOf);
    this.accessRequests = new MemoryAccessRequests(world);
    this.groupShares = new MemoryGroupShares(world);
    this.invitations = new MemoryInvitations(world);
    this.trials = new MemoryTrials(world);
    this.mentions = new MemoryMentions(world);
    this.time = new MemoryTime(world);
    this.templates = new MemoryTemplates(world, rightsOf);
    this.users = new MemoryUsers(world);
    this.versions = new MemoryVersions(world);
    this.milestones = new MemoryMilestones(world);
    this.iterations = new MemoryIterations(world);
    this.places = new MemoryPlaces(world, rightsOf);
    this.pictures = new MemoryPictures(world);
  }

  /** What a viewer sees and may do. A role granted later makes a new viewer. */
  rightsOf(viewer: Viewer): Rights {
    const known = this.#rights.get(viewer) ?? new Rights(this.#world, viewer);
    this.#rights.set(viewer, known);
    return known;
  }

  async group(viewer: Viewer, pathOrId: string | number): Promise<Owner | undefined> {
    const row = this.rightsOf(viewer).seeGroup(pathOrId);
    return row === null ? undefined : ownerOf(row, null);
  }

  async project(viewer: Viewer, pathOrId: string | number): Promise<Owner | undefined> {
    const row = this.rightsOf(viewer).seeProject(pathOrId);
    return row === null ? undefined : ownerOf(this.#world.group(row.groupId), row);
  }

  async record({ edited, notes, authorId, events, comments }: Traces, createdAt: string): Promise<void> {
    this.items.raiseVersions(edited, createdAt);
    for (const { itemId, texts } of notes) if (texts) this.versions.add(itemId, texts.before, texts.after);
    const lines = notes.map(({ itemId, action, body }) => ({ itemId, action, body, authorId, createdAt }));
    this.#world.notes = [...this.#world.notes, ...lines];
    const rows = [...events].flatMap(([kind, ids]) => [...ids].map((itemId) => ({ itemId, kind, createdAt })));
    this.#world.events = [...this.#world.events, ...rows];
    this.#world.noteChanges = [...this.#world.noteChanges, ...comments];
  }

  async later(jobs: readonly Job[]): Promise<void> {
    this.#world.jobs = [...this.#world.jobs, ...jobs];
  }

  transaction<T>(run: (store: PlanStore) => Promise<T>): Promise<T> {
    const inside = this.#inside;
    if (inside === null) return this.#part(() => run(this));
    const result = this.#turn.then(async () => {
      const value = await this.#part(() => run(inside));
      this.#world.changes += 1;
      return value;
    });
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** If anything is thrown, the world is left as it was. */
  async #part<T>(run: () => Promise<T>): Promise<T> {
    const before = this.#world.save();
    try {
      return await run();
    } catch (error) {
      this.#world.restore(before);
      throw error;
    }
  }
}
