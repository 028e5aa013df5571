/** What of a work item somebody edits, in a word of the contract; null: they look at it. */
export type Editing = string | null;

/** Somebody at an item. */
export type Present = readonly [userId: number, editing: Editing];

/** What one server tells the others through the database: everybody at these items who came to it. No names, and nothing that is typed. */
export interface Announcement {
  readonly server: string;
  readonly items: readonly (readonly [item: number, people: readonly Present[]])[];
}

/** PostgreSQL refuses a notification of 8000 bytes. */
const LONGEST = 7900;
/** AP-07.25: so many people of one item are named to the others, so that an item always fits into a notification. */
export const NAMED = 100;

/** The texts of as few announcements as possible. */
export function textsOf({ server, items }: Announcement): string[] {
  const frame = JSON.stringify({ server, items: [] }).length;
  const texts: string[] = [];
  let parts: string[] = [];
  let length = frame;
  const end = (): void => {
    if (parts.length > 0) texts.push(`{"server":${JSON.stringify(server)},"items":[${parts.join(',')}]}`);
    [parts, length] = [[], frame];
  };
  for (const [item, people] of items) {
    const part = JSON.stringify([item, people.slice(0, NAMED)]);
    if (length + part.length + 1 > LONGEST) end();
    parts.push(part);
    length += part.length + 1;
  }
  end();
  return texts;
}

interface Said {
  readonly people: readonly Present[];
  readonly at: number;
}

/** AP-07.23: who is at which item on other servers, as each of them last said. Moments are those of `performance.now()`. */
export class Elsewhere {
  readonly #servers = new Map<string, Map<number, Said>>();

  /** Answers the items about which something else was said than before. */
  hear({ server, items }: Announcement, at: number): number[] {
    const known = this.#servers.get(server) ?? new Map<number, Said>();
    const changed: number[] = [];
    for (const [item, people] of items) {
      if (JSON.stringify(known.get(item)?.people ?? []) !== JSON.stringify(people)) changed.push(item);
      if (people.length === 0) known.delete(item);
      else known.set(item, { people, at });
    }
    if (known.size === 0) this.#servers.delete(server);
    else this.#servers.set(server, known);
    return changed;
  }

  /** Forgets what was not said again since. Answers the items that this was about. */
  forgetBefore(moment: number): number[] {
    const forgotten: number[] = [];
    for (const [server, known] of this.#servers) {
      for (const [item, { at }] of known) {
        if (at >= moment) continue;
        known.delete(item);
        forgotten.push(item);
      }
      if (known.size === 0) this.#servers.delete(server);
    }
    return forgotten;
  }

  at(item: number): Present[] {
    return [...this.#servers.values()].flatMap((known) => known.get(item)?.people ?? []);
  }
}
