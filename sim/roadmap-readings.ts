import type { Stamped } from '@espalier/core';
import type { Network } from './network.ts';

interface ReadPayload {
  readonly params?: { readonly parentId?: string };
  readonly data?: readonly unknown[] | { readonly items?: readonly unknown[] };
  readonly epics?: readonly unknown[];
}

const epicsOf = ({ data, epics = [] }: ReadPayload): readonly unknown[] =>
  data === undefined ? epics : 'items' in data ? (data.items ?? []) : (data as readonly unknown[]);

/** Follows the readings of a session's roadmap: none may be from before a change of dates of its own that was acknowledged. */
export class RoadmapReadings {
  readonly #session: string;
  readonly #network: Network;
  #written = 0;

  constructor(session: string, network: Network) {
    this.#session = session;
    this.#network = network;
  }

  /** What is wrong with a reading that is about to be taken in; null where nothing is. */
  staleReading({ type, payload, meta }: Stamped): string | null {
    if (type === 'roadmap/datesChanged/committed' && meta.resolves !== undefined) {
      this.#written = this.#network.acknowledged(this.#session);
    }
    const version = this.#versionOf(type, payload as ReadPayload);
    return version < this.#written ? `${type} takes in a reading from before a change of dates of its own` : null;
  }

  #versionOf(type: string, payload: ReadPayload): number {
    if (!type.startsWith('roadmap/')) return Infinity;
    // Where nothing is told there is nothing that could be too old; of a parent that is gone no version is known either.
    if (epicsOf(payload).length === 0) return Infinity;
    if (type === 'roadmap/children/received') {
      return this.#network.roadmapVersion(this.#session, payload.params?.parentId ?? '');
    }
    return type === 'roadmap/epics/received' || type === 'roadmap/epicsReadAgain'
      ? this.#network.roadmapVersion(this.#session, 'list')
      : Infinity;
  }
}
