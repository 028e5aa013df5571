import type { Viewer } from '../access/viewer.ts';
import type { AccessRequestStore } from './access-request-store.ts';
import type { AwardStore } from './award-store.ts';
import type { GroupShareStore } from './group-share-store.ts';
import type { InvitationStore } from './invitation-store.ts';
import type { ItemStore } from './item-store.ts';
import type { Owner } from './item.ts';
import type { IterationStore } from './iteration-store.ts';
import type { Job } from './job.ts';
import type { LabelStore } from './label-store.ts';
import type { LinkStore } from './link-store.ts';
import type { MemberStore } from './member-store.ts';
import type { MentionStore } from './mention-store.ts';
import type { MilestoneStore } from './milestone-store.ts';
import type { NoteStore } from './note-store.ts';
import type { PersonalStore } from './personal-store.ts';
import type { PictureStore } from './picture.ts';
import type { PlaceStore } from './place-store.ts';
import type { TemplateStore } from './template-store.ts';
import type { TimeStore } from './time-store.ts';
import type { Traces } from './traces.ts';
import type { TreeStore } from './tree-store.ts';
import type { TrialStore } from './trial-store.ts';
import type { UserStore } from './user-store.ts';
import type { VersionStore } from './version-store.ts';

/**
 * Where the plan is stored, as commands see it. Methods take and return sets of rows wherever there can be many, so that the number of statements
 * in a change does not grow with the rows it concerns. There are two implementations, SQL (`store/sql`) and memory (`store/memory`); one suite of
 * tests, `store/contract`, says what both must do.
 *
 * A method that takes a viewer returns only what that viewer may read. All others return hidden rows too: they are for rules, never for display.
 */
export interface PlanStore {
  readonly items: ItemStore;
  readonly tree: TreeStore;
  readonly links: LinkStore;
  readonly labels: LabelStore;
  readonly personal: PersonalStore;
  readonly awards: AwardStore;
  readonly notes: NoteStore;
  readonly members: MemberStore;
  readonly accessRequests: AccessRequestStore;
  readonly groupShares: GroupShareStore;
  readonly invitations: InvitationStore;
  readonly trials: TrialStore;
  readonly mentions: MentionStore;
  readonly time: TimeStore;
  readonly templates: TemplateStore;
  readonly users: UserStore;
  readonly versions: VersionStore;
  readonly milestones: MilestoneStore;
  readonly iterations: IterationStore;
  readonly places: PlaceStore;
  readonly pictures: PictureStore;
  /** A readable group by full path (in any case) or id. */
  group(viewer: Viewer, pathOrId: string | number): Promise<Owner | undefined>;
  /** A readable project by full path (in any case) or id. */
  project(viewer: Viewer, pathOrId: string | number): Promise<Owner | undefined>;
  /** Writes what a change leaves behind. Nobody hears of it until the transaction commits, or ever if it is rolled back. */
  record(traces: Traces, now: string): Promise<void>;
  /** Has this done after the transaction, once, by whichever server is there. Nothing is done if it is rolled back. */
  later(jobs: readonly Job[]): Promise<void>;
  /**
   * Runs a part of a command: all of it happens or, if it throws, none of it. Inside a transaction it becomes a part of that one, which survives
   * the throw. What the store cannot hold (a text with null characters, a number out of range) is refused with 422.
   */
  transaction<T>(run: (store: PlanStore) => Promise<T>): Promise<T>;
}
