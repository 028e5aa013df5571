import { templateFaults, templateName, type TemplateText } from '@espalier/core/template/rules';
import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { mayIn, type Owner } from '../command/item.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';

/** A group or project, by full path or id. */
export interface TemplatePlace {
  readonly kind: 'group' | 'project';
  readonly pathOrId: string | number;
}

interface TemplateInput {
  readonly place: TemplatePlace;
  readonly name: string;
}

const TAKEN = 'Name has already been taken';

/** IE-08.42: makes a template. Answers its name. */
export function createTemplate(
  store: PlanStore,
  viewer: Viewer,
  { place, ...typed }: TemplateInput & TemplateText,
  now: string,
): Promise<Outcome<string>> {
  return changePlan(store, viewer, now, async (change) => {
    const owner = await managed(change, place);
    const template = { ...typed, name: templateName(typed.name) };
    refuseFaults(template);
    if (!(await change.store.templates.insert(owner, template, now))) refuse(422, TAKEN);
    return template.name;
  });
}

/** IE-08.42: renames a template, or changes its text; what is absent stays. Answers its name. */
export function changeTemplate(
  store: PlanStore,
  viewer: Viewer,
  { place, name, changed }: TemplateInput & { readonly changed: Partial<TemplateText> },
  now: string,
): Promise<Outcome<string>> {
  return changePlan(store, viewer, now, async (change) => {
    const owner = await managed(change, place);
    const next = changed.name === undefined ? changed : { ...changed, name: templateName(changed.name) };
    // What is not changed was good when it was written.
    refuseFaults({ name: 'x', content: 'x', ...next });
    const done = await change.store.templates.update(owner, name, next, now);
    if (done === 'absent') hidden();
    if (done === 'taken') refuse(422, TAKEN);
    return next.name ?? name;
  });
}

/** IE-08.42: deletes a template. */
export function deleteTemplate(
  store: PlanStore,
  viewer: Viewer,
  { place, name }: TemplateInput,
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const owner = await managed(change, place);
    return (await change.store.templates.delete(owner, name)) ? null : hidden();
  });
}

/** A readable group or project; undefined: there is none. */
export const findPlace = (store: PlanStore, viewer: Viewer, { kind, pathOrId }: TemplatePlace) =>
  kind === 'group' ? store.group(viewer, pathOrId) : store.project(viewer, pathOrId);

async function managed({ store, viewer }: Change, place: TemplatePlace): Promise<Owner> {
  const owner = (await findPlace(store, viewer, place)) ?? hidden();
  return mayIn(viewer, 'adminTemplate', owner) ? owner : denied();
}

function refuseFaults(template: TemplateText): void {
  const faults = templateFaults(template);
  const said = (['name', 'content'] as const).flatMap((field) =>
    faults[field] === null ? [] : [`${field === 'name' ? 'Name' : 'Content'} ${faults[field]}`],
  );
  if (said.length > 0) refuse(422, ...said);
}
