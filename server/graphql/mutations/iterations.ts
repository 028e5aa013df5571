import { isCivilDate } from '@espalier/core/calendar/rules';
import type { CadenceFields } from '@espalier/core/work-item/rules';
import { refuse } from '../../command/outcome.ts';
import { createCadence, deleteCadence, updateCadence } from '../../iteration/cadences.ts';
import { createIteration, deleteIteration, type TypedIteration, updateIteration } from '../../iteration/change.ts';
import { databaseId } from './ids.ts';
import type { CadenceInput, CadenceUpdateInput, IterationCreateInput, IterationInput, OneInput } from './inputs.ts';
import { mutation } from './mutation.ts';

const CADENCE = 'Iterations::Cadence';

/** An instant stands for its day; what is no day is none. */
const dayOf = (text: string | null): string | null => {
  const day = text?.slice(0, 10);
  return isCivilDate(day) ? day : null;
};

/** What is given: null empties a field. */
function cadenceOf(input: CadenceInput): Partial<CadenceFields> {
  const { title, description, active, automatic, startDate, durationInWeeks, iterationsInAdvance, rollOver } = input;
  return {
    ...(title !== undefined && { title: title ?? '' }),
    ...(description !== undefined && { description }),
    ...(typeof active === 'boolean' && { active }),
    ...(typeof automatic === 'boolean' && { automatic }),
    ...(startDate !== undefined && { startDate: dayOf(startDate) }),
    ...(durationInWeeks !== undefined && { durationInWeeks }),
    ...(iterationsInAdvance !== undefined && { iterationsInAdvance }),
    ...(typeof rollOver === 'boolean' && { rollOver }),
  };
}

function iterationOf({ title, description, startDate, dueDate }: IterationInput): Partial<TypedIteration> {
  const fields = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(startDate !== undefined && { startDate: dayOf(startDate) }),
    ...(dueDate !== undefined && { dueDate: dayOf(dueDate) }),
  };
  return Object.keys(fields).length > 0 ? fields : refuse(422, 'The list of iteration attributes is empty');
}

const cadencePayload = (id: number) => ({ iterationCadence: { id } });
const iterationPayload = (id: number) => ({ iteration: { id } });
const groupPayload = ({ groupId, errors }: { readonly groupId: number; readonly errors: readonly string[] }) => ({
  group: { id: groupId },
  errors,
});

const NONE = { startDate: null, durationInWeeks: null, iterationsInAdvance: null } as const;

export const iterationMutations = {
  iterationCadenceCreate: mutation(
    async (store, { groupPath, ...input }: CadenceInput & { readonly groupPath: string }, { viewer, now }) => {
      const blank = { ...NONE, title: '', description: null, active: true, automatic: true, rollOver: false };
      return createCadence(store, viewer, { group: groupPath, fields: { ...blank, ...cadenceOf(input) } }, now);
    },
    cadencePayload,
  ),

  iterationCadenceUpdate: mutation(
    async (store, { id, ...input }: CadenceUpdateInput, { viewer, now }) =>
      updateCadence(store, viewer, { id: databaseId(id, CADENCE), changed: cadenceOf(input) }, now),
    cadencePayload,
  ),

  iterationCadenceDestroy: mutation(async (store, { id }: OneInput, { viewer, now }) => {
    const outcome = await deleteCadence(store, viewer, { id: databaseId(id, CADENCE) }, now);
    return outcome.ok ? { ok: true, value: { groupId: outcome.value, errors: [] } } : outcome;
  }, groupPayload),

  iterationCreate: mutation(async (store, input: IterationCreateInput, { viewer, now }) => {
    const { groupPath, projectPath, iterationsCadenceId } = input;
    if ((groupPath == null) === (projectPath == null)) {
      refuse(422, 'Exactly one of groupPath or projectPath arguments is required');
    }
    if (groupPath == null) refuse(422, 'Iterations can be created in groups only');
    const cadenceId = iterationsCadenceId == null ? null : databaseId(iterationsCadenceId, CADENCE);
    const fields = { title: null, description: null, startDate: null, dueDate: null, ...iterationOf(input) };
    return createIteration(store, viewer, { group: groupPath, cadenceId, fields }, now);
  }, iterationPayload),

  updateIteration: mutation(
    async (store, { groupPath, id, ...input }: IterationInput & OneInput & { groupPath: string }, { viewer, now }) => {
      const given = { group: groupPath, id: /^\d{1,15}$/.test(id) ? Number(id) : databaseId(id, 'Iteration') };
      return updateIteration(store, viewer, { ...given, changed: iterationOf(input) }, now);
    },
    iterationPayload,
  ),

  iterationDelete: mutation(async (store, input: OneInput, { viewer, now }) => {
    const id = databaseId(input.id, 'Iteration');
    const outcome = await deleteIteration(store, viewer, { id }, now);
    if (outcome.ok) return { ok: true, value: { groupId: outcome.value, errors: [] } };
    const kept = outcome.status === 422 ? await store.iterations.find(id) : undefined;
    return kept === undefined ? outcome : { ok: true, value: { groupId: kept.groupId, errors: outcome.errors } };
  }, groupPayload),
};
