import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly state: 'open' | 'closed';
}
interface EpicEntry extends Entry {
  readonly parentId: string | null;
}
interface IssueEntry extends Entry {
  readonly epicId: string | null;
}

const file = fileURLToPath(new URL('../../fixtures/planning/kubernetes-enhancements.json', import.meta.url));

/** The demo data as its file has it: what the screen must agree with. */
export class Planning {
  readonly epics: readonly EpicEntry[];
  readonly issues: readonly IssueEntry[];

  constructor() {
    const data = JSON.parse(readFileSync(file, 'utf8')) as { epics: EpicEntry[]; issues: IssueEntry[] };
    this.epics = data.epics;
    this.issues = data.issues;
  }

  epic(title: string): EpicEntry {
    const found = this.epics.filter((epic) => epic.title === title);
    if (found.length !== 1 || !found[0]) throw new Error(`${found.length} epics are called "${title}".`);
    return found[0];
  }

  childEpics = (id: string): readonly EpicEntry[] => this.epics.filter(({ parentId }) => parentId === id);

  childIssues = (id: string): readonly IssueEntry[] => this.issues.filter(({ epicId }) => epicId === id);

  /** All that lies below an epic, without the epic. */
  below(id: string): { epics: EpicEntry[]; issues: IssueEntry[] } {
    const epics = this.childEpics(id).flatMap((epic) => [epic, ...this.below(epic.id).epics]);
    return { epics, issues: [id, ...epics.map((epic) => epic.id)].flatMap((parent) => this.childIssues(parent)) };
  }

  /** "Epics: 3 open, 1 closed" and the like, as the header says it. */
  counts(id: string): { epics: string; issues: string } {
    const { epics, issues } = this.below(id);
    return { epics: `Epics: ${openAndClosed(epics)}`, issues: `Issues: ${openAndClosed(issues)}` };
  }
}

function openAndClosed(entries: readonly Entry[]): string {
  const open = entries.filter(({ state }) => state === 'open').length;
  return `${open} open, ${entries.length - open} closed`;
}
