import type { PlannerOptions } from '../../planner.ts';
import { openItem, type ItemChange } from '../../work-item/testing/item-page.ts';
import { checklistActions } from '../actions.ts';
import { checklistSaga } from '../saga.ts';
import { selectChecklist, selectLines } from '../select.ts';

export const TEXT = 'Do:\n- [ ] one\n- [x] two\n- [~] three';

/** The page of an item with a checklist, whose author is gus. */
export async function openChecklist(
  who: 'ada' | 'gus' | null = 'ada',
  change: Partial<ItemChange> & { readonly mine?: boolean } = {},
  options: PlannerOptions = {},
) {
  const app = await openItem(who, { description: TEXT, ...change }, options);
  app.planner.watch('checklist', checklistSaga);
  const shown = () => selectChecklist(app.state(), app.id);
  const wanted = (line: number, source = selectLines(app.state(), app.id)[line - 1]?.source ?? '') => ({
    id: app.id,
    line,
    source,
  });
  const row = () => app.world.item(app.row()?.id ?? 0);
  return {
    ...app,
    shown,
    /** `source`: the line as it was when its menu opened. */
    edit: (line: number, to: number | null, source?: string) =>
      app.act(checklistActions.lineWanted({ ...wanted(line, source), to })),
    makeTask: (line: number, source?: string) => app.act(checklistActions.taskWanted(wanted(line, source))),
    check: (line: number, checked = true) => app.act(checklistActions.toggled({ id: app.id, line, checked })),
    text: () => row().description,
    /** Which boxes are checked, in the order of the text. */
    boxes: () => shown().checked,
    /** Somebody else saves another text. */
    elsewhere: (description: string) => app.world.change(row().id, { description, lockVersion: row().lockVersion + 1 }),
    puts: () => app.server.calls.filter(({ what }) => what.startsWith('PUT')),
    patches: () => app.server.calls.filter(({ what }) => what.startsWith('PATCH')),
  };
}
