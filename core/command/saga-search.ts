import type { SagaGenerator } from 'typed-redux-saga';
import type { Ports } from '../ports/index.ts';
import type { Place } from './rules.ts';
import type { CommandState } from './slice.ts';
import { call, put, select, takeLatest } from 'typed-redux-saga';
import { CommandItemsOperation, CommandPlacesOperation } from '../api/generated/operations.ts';
import { nodesOf } from '../api/wire-parts.ts';
import { paths } from '../frame/route.ts';
import { sleep, type Reply, ask } from '../store/effects.ts';
import { searchTerm } from '../work-item/rules.ts';
import { commandActions, commandAnswers } from './slice.ts';
import { groupOfPath, groupPlace } from './rules.ts';

/** RP-02.172: milliseconds after the last keystroke before a search is sent. */
export const COMMAND_DELAY = 250;

interface Slices {
  readonly command: CommandState;
  readonly frame: { readonly webPath: string };
}

/** RP-02.172, RP-02.173: the latest search wins; closing the palette cancels it. */
export function* watchSearch(ports: Ports): Generator {
  yield* takeLatest([commandActions.paletteTyped.type, commandActions.paletteClosed.type], search, ports);
}

function* search(ports: Ports): Generator {
  const { palette, recent } = yield* select(({ command }: Slices) => command);
  const term = searchTerm(palette.text);
  if (!palette.open || term === null) return;
  yield* call(sleep, ports.clock, COMMAND_DELAY);
  const { text } = palette;
  const webPath = yield* select(({ frame }: Slices) => frame.webPath);
  const group = groupOfPath(webPath) ?? groupOfPath(recent.find(({ path }) => groupOfPath(path) !== null)?.path ?? '');
  const places = yield* findPlaces(ports, palette.text.trim());
  const items = yield* findItems(ports, group, term);
  if (!places.ok || !items.ok) {
    const failed = [places, items].find((reply) => !reply.ok);
    ports.log.error('The palette could not search', failed);
    yield* put(commandAnswers.searchFailed({ text }));
    return;
  }
  yield* put(commandAnswers.found({ text, places: [...items.data, ...places.data] }));
}

/** RP-02.174: epics and issues by title, in the top-level group and everything below it. */
function* findItems(ports: Ports, groupPath: string | null, search: string): SagaGenerator<Reply<readonly Place[]>> {
  const paths = groupPath === null ? [] : [groupPath.split('/')[0] ?? groupPath, groupPath];
  for (const fullPath of new Set(paths)) {
    const reply = yield* ask(() => ports.graphql.request(CommandItemsOperation, { fullPath, search }));
    if (!reply.ok) return reply;
    const { group } = reply.data;
    if (group === null) continue;
    const data: Place[] = [
      ...nodesOf(group.epics).map((epic) => ({ ...epic, kind: 'epic' as const })),
      ...nodesOf(group.issues).map((issue) => ({ ...issue, kind: 'issue' as const })),
    ].map(({ kind, webPath, title, reference }) => ({ kind, path: webPath, title: title ?? '', reference }));
    return { ...reply, data };
  }
  return { ok: true, data: [], headers: {} };
}

function* findPlaces(ports: Ports, search: string): SagaGenerator<Reply<readonly Place[]>> {
  const reply = yield* ask(() => ports.graphql.request(CommandPlacesOperation, { search }));
  if (!reply.ok) return reply;
  const { groups, projects } = reply.data;
  const data: readonly Place[] = [
    ...nodesOf(groups).map(({ fullName, fullPath }) => groupPlace(fullPath, fullName)),
    ...nodesOf(projects).map(({ nameWithNamespace, fullPath }) => ({
      kind: 'project' as const,
      path: paths.issues({ kind: 'project', fullPath }),
      title: nameWithNamespace,
      reference: fullPath,
    })),
  ];
  return { ...reply, data };
}
