import type { PresenceField } from '../api/generated/schema.ts';
import type { Here, PresentPerson } from '../ports/index.ts';

/** What is edited, within a sentence. */
const FIELDS: Readonly<Record<PresenceField, string>> = {
  ASSIGNEES: 'the assignees',
  COLOR: 'the color',
  CONFIDENTIALITY: 'the confidentiality',
  DATES: 'the dates',
  DESCRIPTION: 'the description',
  HEALTH_STATUS: 'the health status',
  ITERATION: 'the iteration',
  LABELS: 'the labels',
  MILESTONE: 'the milestone',
  PARENT: 'the parent',
  PROGRESS: 'the progress',
  TIME_TRACKING: 'the time tracking',
  TITLE: 'the title',
  WEIGHT: 'the weight',
};

/** AP-07.66: so many are shown. */
const SHOWN = 3;
/** A tooltip names so many. */
const NAMED = 10;

export interface ShownPerson extends Pick<PresentPerson, 'id' | 'name' | 'avatarUrl'> {
  /** AP-07.64: what they do. */
  readonly does: string;
  readonly edits: boolean;
}

/** Who else is here, as the header shows it. */
export interface ShownPresence {
  readonly people: readonly ShownPerson[];
  readonly more: number;
  /** Who the others are. */
  readonly others: string;
  /** Who edits what; null: nobody edits anything. */
  readonly editing: string | null;
  /** Everybody, in one sentence or two. */
  readonly all: string;
}

/** A field in words; of another version's: the item. */
const fieldText = (field: string, noun: string): string =>
  Object.hasOwn(FIELDS, field) ? FIELDS[field as PresenceField] : `this ${noun}`;

const others = (count: number): string => (count === 1 ? '1 other' : `${count} others`);

/** `Ada Stone`, `Ada Stone and Ben Hill`, `Ada Stone and 2 others`; `count`: of all, named or not. */
function named(people: readonly Pick<PresentPerson, 'name'>[], count: number): string {
  const [first, second] = people;
  if (first === undefined) return count === 1 ? '1 person' : `${count} people`;
  if (count === 1) return first.name;
  return count === 2 && second !== undefined
    ? `${first.name} and ${second.name}`
    : `${first.name} and ${others(count - 1)}`;
}

const areOrIs = (count: number): string => (count === 1 ? 'is' : 'are');

function editingText(editors: readonly PresentPerson[], noun: string): string | null {
  const [first] = editors;
  if (first === undefined) return null;
  const same = editors.every(({ editing }) => editing === first.editing);
  const what = same && first.editing !== null ? fieldText(first.editing, noun) : `this ${noun}`;
  return `${named(editors, editors.length)} ${areOrIs(editors.length)} editing ${what}`;
}

/** IE-05.45: who else edits the title or the description, for the form of both; null: nobody. */
export function textEditors(here: Here | null): string | null {
  const isOfText = ({ editing }: PresentPerson): boolean => editing === 'TITLE' || editing === 'DESCRIPTION';
  return editingText((here?.people ?? []).filter(isOfText), 'text');
}

/** AP-07.64, AP-07.66; null: nobody else is here. `noun`: what the item is, within a sentence. */
export function shownPresence(here: Here | null, noun: string): ShownPresence | null {
  if (here === null || here.count < 1) return null;
  const { people, count } = here;
  const editors = people.filter(({ editing }) => editing !== null);
  const editing = editingText(editors, noun);
  const looking = count - editors.length;
  const lookers = people.filter((person) => person.editing === null);
  const looks = looking > 0 ? `${named(lookers, looking)} ${areOrIs(looking)} looking at this ${noun}` : null;
  const shown = people.slice(0, SHOWN);
  const rest = people.slice(SHOWN, SHOWN + NAMED).map(({ name }) => name);
  const unnamed = count - shown.length - rest.length;
  return {
    people: shown.map(({ id, name, avatarUrl, editing: field }) => ({
      id,
      name,
      avatarUrl,
      does: field === null ? `${name} is looking at this ${noun}` : `${name} is editing ${fieldText(field, noun)}`,
      edits: field !== null,
    })),
    more: count - shown.length,
    others: [...rest, ...(unnamed > 0 ? [rest.length === 0 ? `${unnamed} more` : `and ${unnamed} more`] : [])].join(
      ', ',
    ),
    editing,
    all: [editing, looks].filter((text) => text !== null).join('. '),
  };
}
