import type { Stamped } from '@espalier/core';
import type { SidebarRoot } from '@espalier/core/sidebar';
import type { LinkRoot } from '@espalier/core/link';
import type { Network } from './network.ts';
import { linkActions, linkList } from '@espalier/core/link';
import { sidebarReads } from '@espalier/core/sidebar';
import { SIDEBAR_EDITS } from './check-sidebar.ts';

type Root = SidebarRoot & LinkRoot;

const fieldsOf = (id: string): string => `fields of ${id}`;
const linksOf = (id: string): string => `links of ${id}`;

/** Follows the readings of a session's sidebar and linked items: none may be from before an edit of its own that was acknowledged. */
export class LaterReadings {
  readonly #session: string;
  readonly #network: Network;
  /** By epic with its sidebar, and by item with its links (an epic has both): the version of the server with which the last acknowledged edit was made. */
  readonly #written = new Map<string, number>();

  constructor(session: string, network: Network) {
    this.#session = session;
    this.#network = network;
  }

  /** What is wrong with a reading that is about to be taken in; null where nothing is. `state`: before it. */
  staleReading(action: Stamped, state: Root): string | null {
    // Most actions are about neither.
    if (state.sidebar === undefined && state.link === undefined) return null;
    const [read, key] = this.#reading(action, state);
    const isStale = this.#network.versionOf(this.#session, read) < (this.#written.get(key) ?? 0);
    this.#note(action, state);
    return isStale ? `${action.type} takes in a reading of the ${key} from before an edit of its own` : null;
  }

  #reading(action: Stamped, { link }: Root): readonly [reading: string, key: string] {
    if (sidebarReads.epic.received.match(action)) {
      const { id, groupPath, iid } = action.payload.params;
      return [`epicSidebar ${groupPath}&${iid}`, fieldsOf(id)];
    }
    const subjectId = listedIn(action);
    if (subjectId === null) return ['', ''];
    const subject = [link.page, link.over].find((section) => section.subject?.id === subjectId)?.subject;
    const endpoint = subject?.endpoint ?? '';
    return [`links ${endpoint}`, linksOf(subjectId)];
  }

  #note(action: Stamped, state: Root): void {
    const { resolves } = action.meta;
    const made = this.#network.acknowledged(this.#session);
    if (resolves?.as !== 'committed') return;
    const mutation = state.pending.find(({ id }) => id === resolves.id);
    if (mutation === undefined) return;
    const { id = '', subjectId = '' } = mutation.payload as { readonly id?: string; readonly subjectId?: string };
    const { removed, restored, submitted } = linkActions;
    const isLink = [removed.type, restored.type, submitted.type].includes(mutation.type);
    const key = isLink ? linksOf(subjectId) : SIDEBAR_EDITS.has(mutation.type) ? fieldsOf(id) : null;
    if (key !== null) this.#written.set(key, Math.max(made, this.#written.get(key) ?? 0));
  }
}

/** Whose list of links an action takes in; null: none, or one that is put together of an older answer and what is known, which says so. */
function listedIn(action: Stamped): string | null {
  if (linkList.received.match(action)) return action.payload.params.id;
  if (!linkActions.submitted.committed.match(action) && !linkActions.restored.committed.match(action)) return null;
  const { asked, behind } = action.payload as { asked: { subjectId: string }; behind?: true };
  return behind === true ? null : asked.subjectId;
}
