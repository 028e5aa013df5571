import type { Command, CommandRoot } from './command.ts';
import type { Place, PlaceKind } from './rules.ts';
import { selectQuery, type QueryStatus } from '../query/index.ts';
import { commandReads } from './slice.ts';
import { commandsOf } from './commands.ts';
import { fuzzyRank, fuzzyScore, groupOfPath, placeOfReference, projectOfPath } from './rules.ts';

/** The most places and the most commands that are listed while something is typed. */
const MOST = 10;

export interface PaletteOption {
  readonly key: string;
  readonly title: string;
  /** Beside the title: a reference, a full path. */
  readonly hint: string;
  readonly icon: string;
  readonly what: { readonly place: Place } | { readonly command: Command };
}

export interface PaletteSection {
  readonly title: string;
  readonly options: readonly PaletteOption[];
}

const ICONS: Readonly<Record<PlaceKind, string>> = {
  group: 'group',
  project: 'project',
  epic: 'epic',
  issue: 'issue-type-issue',
};

const placeOption =
  (prefix: string) =>
  (place: Place): PaletteOption => ({
    key: `${prefix}${place.path}`,
    title: place.title,
    hint: place.title === place.reference ? '' : place.reference,
    icon: ICONS[place.kind],
    what: { place },
  });

const commandOption = (command: Command): PaletteOption => ({
  key: `command:${command.id}`,
  title: command.name,
  hint: '',
  icon: command.icon,
  what: { command },
});

const section = <T>(
  title: string,
  list: readonly T[],
  optionOf: (item: T) => PaletteOption,
): readonly PaletteSection[] => (list.length === 0 ? [] : [{ title, options: list.map(optionOf) }]);

const placeText = ({ title, reference }: Place): string => `${title} ${reference}`;

export const selectCommandDialog = ({ command }: Pick<CommandRoot, 'command'>): 'palette' | 'help' | null =>
  command.palette.open ? 'palette' : command.helpOpen ? 'help' : null;

export function selectPaletteStatus({ command, queries }: Pick<CommandRoot, 'command' | 'queries'>): QueryStatus {
  const text = command.palette.text.trim();
  return selectQuery({ queries }, commandReads.search, text === '' ? null : { text, groupPath: null }).status;
}

/** Keys without Ctrl or ⌘ work. */
export const selectSingleKeys = ({ command }: Pick<CommandRoot, 'command'>): boolean => command.singleKeys;

/** RP-02.170: nothing typed: the recent places, then what can be done here. `origin`: of this server. */
export function paletteSections(root: CommandRoot, origin: string): readonly PaletteSection[] {
  const { palette, recent } = root.command;
  const { webPath } = root.frame;
  const commands = commandsOf(root);
  const elsewhere = recent.filter(({ path }) => path !== webPath);
  if (palette.text.trim() === '') {
    return [...section('Recent', elsewhere, placeOption('recent:')), ...section('Commands', commands, commandOption)];
  }
  const { text } = palette;
  const here = { groupPath: groupOfPath(webPath) ?? '', projectPath: projectOfPath(webPath), origin };
  const reference = placeOfReference(text, here);
  const places = placesFor(text, elsewhere, palette.found).filter(({ path }) => path !== reference?.path);
  const ranked = fuzzyRank(text, commands, ({ name }) => name).slice(0, MOST);
  const named = reference === null ? [] : [known(reference, [...recent, ...palette.found])];
  const best = (list: readonly string[]): number => Math.max(0, ...list.map((each) => fuzzyScore(text, each) ?? 0));
  const commandsFirst = best(ranked.map(({ name }) => name)) > best(places.map(placeText));
  const found = section('Places', places, placeOption('place:'));
  const doable = section('Commands', ranked, commandOption);
  return [
    ...section('Go to', named, placeOption('go:')),
    ...(commandsFirst ? [...doable, ...found] : [...found, ...doable]),
  ];
}

/** A typed reference, with its title if it is known. */
const known = (reference: Place, places: readonly Place[]): Place =>
  places.find(({ path }) => path === reference.path) ?? reference;

/** RP-02.174: the recent places that match and what the server found, each once; the server may match by more than the name. */
function placesFor(text: string, recent: readonly Place[], found: readonly Place[]): readonly Place[] {
  const all = [...new Map([...found, ...recent].map((place) => [place.path, place])).values()];
  const ranked = fuzzyRank(text, all, placeText);
  const rest = found.filter((place) => !ranked.some(({ path }) => path === place.path));
  return [...ranked, ...rest].slice(0, MOST);
}
