import {
  ChangeCadenceOperation,
  ChangeIterationOperation,
  CadenceIterationsOperation,
  DeleteCadenceOperation,
  DeleteIterationOperation,
  GroupCadencesOperation,
  MakeCadenceOperation,
  MakeIterationOperation,
} from '../../api/generated/operations/iterations.ts';
import { refusalsIn } from '../../access/failures.ts';
import { cursorOfNext, dayOf, jsonOf, textOf, type Paged } from '../../api/wire-parts.ts';
import type { CivilDate } from '../../calendar/rules.ts';
import type { Operation, RestRequest } from '../../ports/index.ts';
import { ADVANCE_MAX, CADENCE_TITLE_MAX, iterationFaults, WEEKS_MAX } from '../../work-item/rules.ts';
import { graphqlRead, lineFault, textOrNull, type Noun } from '../noun.ts';
import type { Draft, Entry, Refused } from '../slice.ts';
import { MANAGE_TEXTS } from '../texts.ts';

/** AP-14.93. `id`: its global id. */
export interface CadenceEntry extends Entry {
  readonly number: string;
  readonly title: string;
  readonly description: string | null;
  readonly isActive: boolean;
  readonly isAutomatic: boolean;
  readonly startDate: CivilDate | null;
  readonly weeks: number | null;
  readonly inAdvance: number | null;
  readonly rollsOver: boolean;
}

export interface IterationEntry extends Entry {
  readonly number: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly state: 'upcoming' | 'current' | 'closed';
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
  readonly cadence: string;
  readonly isAutomatic: boolean;
}

/** Of `gid://gitlab/Iteration/7`. */
const numberOf = (globalId: string): string => globalId.slice(globalId.lastIndexOf('/') + 1);

const cadenceGid = (number: string): string => `gid://gitlab/Iterations::Cadence/${number}`;

/** A mutation as a form sends it. */
const sent = <V>({ text }: Operation<unknown, V>, variables: V): RestRequest => ({
  method: 'POST',
  path: '/api/graphql',
  body: { query: text, variables },
});

/** What the payload, or the answer itself, says against it. */
function refusalIn(answer: unknown): Refused | null {
  const { data, errors } = jsonOf(answer);
  const messages = Array.isArray(errors)
    ? errors.flatMap((each: unknown) => textOf(jsonOf(each)['message']) ?? [])
    : [];
  const said = [...refusalsIn(data), ...messages];
  return said.length === 0 ? null : { error: said.join('. '), faults: {} };
}

const listIn = (answer: unknown, name: string) => jsonOf(jsonOf(jsonOf(answer)['group'])[name]);

/** The nodes of a group's list; null: there is no such group. */
export const nodesIn = (answer: unknown, name: string): unknown =>
  jsonOf(answer)['group'] == null ? null : listIn(answer, name)['nodes'];

/** AP-14.105 */
const nextOf = (name: string) => (answer: unknown) => cursorOfNext(listIn(answer, name) as Paged);

const countOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const numberIn = (text: string | undefined): number | null => (text === undefined || text === '' ? null : Number(text));

const amountFault = (text: string | undefined, most: number): string | null => {
  const amount = numberIn(text);
  if (amount === null) return "can't be blank";
  return Number.isInteger(amount) && amount >= 0 && amount <= most ? null : 'is not included in the list';
};

/** AP-14.93: the cadences of a group. */
export const cadences: Noun = {
  may: () => 'adminIteration',
  filters: ['opened', 'closed', 'all'],
  list: ({ fullPath, filter }, after) =>
    graphqlRead(GroupCadencesOperation, {
      fullPath,
      ...(filter !== 'all' && { active: filter === 'opened' }),
      ...(after !== undefined && { after }),
    }),
  rowsIn: (answer) => nodesIn(answer, 'iterationCadences'),
  nextIn: nextOf('iterationCadences'),
  entryOf(json): CadenceEntry | null {
    const { id, title, description, active, automatic, startDate, ...more } = jsonOf(json);
    if (typeof id !== 'string') return null;
    return {
      ...{ id, number: numberOf(id), title: textOf(title, ''), description: textOf(description) },
      ...{ isActive: active === true, isAutomatic: automatic === true, startDate: dayOf(textOf(startDate)) },
      weeks: countOf(more['durationInWeeks']),
      inAdvance: countOf(more['iterationsInAdvance']),
      rollsOver: more['rollOver'] === true,
    };
  },
  faults: ({ title = '', automatic, start = '', weeks, inAdvance }) => ({
    title: lineFault(title, CADENCE_TITLE_MAX),
    ...(automatic === 'yes' && {
      start: start === '' ? "can't be blank" : null,
      weeks: amountFault(weeks, WEEKS_MAX),
      inAdvance: amountFault(inAdvance, ADVANCE_MAX),
    }),
  }),
  request({ page: { fullPath }, what, id, draft }) {
    if (what === 'delete') return sent(DeleteCadenceOperation, { input: { id: id ?? '' } });
    const automatic = draft['automatic'] === 'yes';
    const fields = {
      ...{ title: (draft['title'] ?? '').trim(), description: textOrNull(draft['description']) },
      ...{ active: draft['active'] === 'yes', automatic },
      ...(automatic && {
        startDate: textOrNull(draft['start']),
        durationInWeeks: numberIn(draft['weeks']),
        iterationsInAdvance: numberIn(draft['inAdvance']),
        rollOver: draft['rollOver'] === 'yes',
      }),
    };
    return id === null
      ? sent(MakeCadenceOperation, { input: { groupPath: fullPath, ...fields } })
      : sent(ChangeCadenceOperation, { input: { id, ...fields } });
  },
  refusalIn,
  failure: MANAGE_TEXTS.cadences,
};

const daysFaults = ({ title = '', start, due }: Draft) => {
  // Today only says how far ahead a day may be, and that the server knows.
  const said = iterationFaults({ title, startDate: textOrNull(start), dueDate: textOrNull(due) }, '9499-01-01');
  const of = (name: string): string | null =>
    said.find((fault) => fault.startsWith(`${name} `))?.slice(name.length + 1) ?? null;
  return { title: of('Title'), start: of('Start date'), due: of('Due date') };
};

/** AP-14.94: the iterations of one cadence. */
export const iterations: Noun = {
  may: () => 'adminIteration',
  filters: ['opened', 'closed', 'all'],
  list: ({ fullPath, iid = '', filter }, after) =>
    graphqlRead(CadenceIterationsOperation, {
      ...{ fullPath, ids: [cadenceGid(iid)] },
      state: filter === 'closed' || filter === 'all' ? filter : 'opened',
      ...(after !== undefined && { after }),
    }),
  rowsIn: (answer) => nodesIn(answer, 'iterations'),
  nextIn: nextOf('iterations'),
  entryOf(json): IterationEntry | null {
    const { id, title, description, state, startDate, dueDate, iterationCadence } = jsonOf(json);
    if (typeof id !== 'string' || (state !== 'upcoming' && state !== 'current' && state !== 'closed')) return null;
    const cadence = jsonOf(iterationCadence);
    return {
      ...{ id, number: numberOf(id), title: textOf(title), description: textOf(description), state },
      ...{ startDate: dayOf(textOf(startDate)), dueDate: dayOf(textOf(dueDate)) },
      ...{ cadence: textOf(cadence['title'], ''), isAutomatic: cadence['automatic'] === true },
    };
  },
  faults: (draft) => (draft['isAutomatic'] === 'yes' ? {} : daysFaults(draft)),
  request({ page: { fullPath, iid = '' }, what, id, draft }) {
    if (what === 'delete') return sent(DeleteIterationOperation, { input: { id: id ?? '' } });
    const description = textOrNull(draft['description']);
    const fields =
      draft['isAutomatic'] === 'yes'
        ? { description }
        : {
            ...{ title: textOrNull(draft['title']), description },
            ...{ startDate: textOrNull(draft['start']), dueDate: textOrNull(draft['due']) },
          };
    return id === null
      ? sent(MakeIterationOperation, {
          input: { groupPath: fullPath, iterationsCadenceId: cadenceGid(iid), ...fields },
        })
      : sent(ChangeIterationOperation, { input: { groupPath: fullPath, id, ...fields } });
  },
  refusalIn,
  failure: MANAGE_TEXTS.iterations,
};
