import { refuse } from '../../command/outcome.ts';
import { createLabel, type LabelPlace } from '../../label/change.ts';
import type { LabelCreateInput } from './inputs.ts';
import { mutation } from './mutation.ts';

export const labelMutations = {
  labelCreate: mutation(
    async (store, { title, color, description, ...where }: LabelCreateInput, { viewer, now }) =>
      createLabel(
        store,
        viewer,
        { place: placeOf(where), title, color: color ?? '', description: description ?? null },
        now,
      ),
    (id) => ({ label: { id } }),
  ),
};

function placeOf({ groupPath, projectPath }: Pick<LabelCreateInput, 'groupPath' | 'projectPath'>): LabelPlace {
  if ((groupPath == null) === (projectPath == null)) {
    refuse(422, 'Exactly one of groupPath or projectPath arguments is required');
  }
  return groupPath != null ? { kind: 'group', pathOrId: groupPath } : { kind: 'project', pathOrId: projectPath ?? '' };
}
