import type { Stamped } from '@espalier/core';
import type { SidebarRoot } from '@espalier/core/sidebar';
import type { LinkRoot } from '@espalier/core/link';
import type { Network } from './network.ts';
import { linkActions, linkAnswers } from '@espalier/core/link';
import { sidebarAnswers } from '@espalier/core/sidebar';
import { SIDEBAR_EDITS } from './sidebar-edits.ts';

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
    if (sidebarAnswers.epicRead.match(action)) {
      const { id, groupPath, iid } = action.payload.epic;
      return [`epicSidebar ${groupPath}&${iid}`, fieldsOf(id)];
    }
    if (!linkAnswers.listRead.match(action) && !linkAnswers.added.match(action)) return ['', ''];
    const { subjectId, behind } = action.payload;
    // What is put together of an older answer and what is known says so.
    if (behind === true) return ['', ''];
    const endpoint = link?.subject?.id === subjectId ? link.subject.endpoint : '';
    return [`links ${endpoint}`, linksOf(subjectId)];
  }

  #note(action: Stamped, state: Root): void {
    const { settles } = action.meta;
    const made = this.#network.acknowledged(this.#session);
    if (linkAnswers.added.match(action)) this.#written.set(linksOf(action.payload.subjectId), made);
    if (settles?.as !== 'confirmed') return;
    const intent = state.pending.find(({ id }) => id === settles.intentId);
    if (intent === undefined) return;
    const { id = '', subjectId = '' } = intent.payload as { readonly id?: string; readonly subjectId?: string };
    const isLink = intent.kind === linkActions.removed.type || intent.kind === linkActions.restored.type;
    const key = isLink ? linksOf(subjectId) : SIDEBAR_EDITS.has(intent.kind) ? fieldsOf(id) : null;
    if (key !== null) this.#written.set(key, Math.max(made, this.#written.get(key) ?? 0));
  }
}
