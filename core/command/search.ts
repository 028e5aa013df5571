import type { SagaGenerator } from 'typed-redux-saga';
import type { Answer, Ports } from '../ports/index.ts';
import type { CommandRoot } from './command.ts';
import { call } from 'typed-redux-saga';
import { CommandItemsOperation, CommandPlacesOperation } from '../api/generated/operations.ts';
import { nodesOf } from '../api/wire-parts.ts';
import { observe, query } from '../query/index.ts';
import { abortable } from '../store/effects.ts';
import { searchTerm } from '../work-item/rules.ts';
import { accessActions } from '../access/index.ts';
import { groupOfPath, groupPlace, type Place } from './rules.ts';
import { commandActions, commandReads, type CommandSearch } from './slice.ts';

/** RP-02.172: milliseconds of silence after the last key before a search is sent. */
export const COMMAND_DELAY = 250;

const search = query(commandReads.search, {
  delay: () => COMMAND_DELAY,
  hides: () => false,
  *read(ports, { text, groupPath }) {
    try {
      const places = yield* findPlaces(ports, text);
      const items = groupPath === null ? [] : yield* findItems(ports, groupPath, searchTerm(text) ?? text);
      return { ...places, data: [...items, ...places.data] };
    } catch (error) {
      ports.log.error('The palette could not search', error);
      throw error;
    }
  },
  decode: (places: readonly Place[]) => places,
});

/** What is looked for; null: the palette is closed, or nothing is typed. */
function searchAsked(root: Pick<CommandRoot, 'command' | 'frame'>): CommandSearch | null {
  const { palette, recent } = root.command;
  const { webPath } = root.frame;
  const text = palette.text.trim();
  if (!palette.open || text === '') return null;
  const last = recent.find(({ path }) => groupOfPath(path) !== null)?.path ?? '';
  return { text, groupPath: groupOfPath(webPath) ?? groupOfPath(last) };
}

/** RP-02.172, RP-02.173: of several searches the latest wins; a closed palette asks nothing. */
export function* watchSearch(ports: Ports): Generator {
  const { paletteOpened, paletteTyped, paletteClosed, helpOpened } = commandActions;
  const changes = [paletteOpened, paletteTyped, paletteClosed, helpOpened, accessActions.signedOut];
  yield* observe(ports, search, { params: searchAsked, changes: changes.map(({ type }) => type) });
}

/** RP-02.174: epics and issues by their titles in the whole of the group, from its top; of what the viewer may see, for the server tells of nothing else. */
function* findItems(ports: Ports, groupPath: string, term: string): SagaGenerator<readonly Place[]> {
  const [top = groupPath] = groupPath.split('/');
  for (const fullPath of top === groupPath ? [top] : [top, groupPath]) {
    const variables = { fullPath, search: term };
    const { data } = yield* call(() => abortable(ports.graphql.request(CommandItemsOperation, variables)));
    if (data.group === null) continue;
    const { epics, issues } = data.group;
    return [
      ...nodesOf(epics).map((epic) => ({ ...epic, kind: 'epic' as const })),
      ...nodesOf(issues).map((issue) => ({ ...issue, kind: 'issue' as const })),
    ].map(({ kind, webPath, title, reference }) => ({ kind, path: webPath, title: title ?? '', reference }));
  }
  return [];
}

function* findPlaces(ports: Ports, text: string): SagaGenerator<Answer<readonly Place[]>> {
  const answer = yield* call(() => abortable(ports.graphql.request(CommandPlacesOperation, { search: text })));
  const { groups, projects } = answer.data;
  const data: readonly Place[] = [
    ...nodesOf(groups).map(({ fullPath, fullName }) => groupPlace(fullPath, fullName)),
    ...nodesOf(projects).map(({ nameWithNamespace, fullPath }) => ({
      kind: 'project' as const,
      path: `/${fullPath}/-/issues`,
      title: nameWithNamespace,
      reference: fullPath,
    })),
  ];
  return { ...answer, data };
}
