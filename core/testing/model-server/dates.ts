import type { InheritedDate } from '../../epic/rules.ts';
import { effectiveDate, inheritedDates } from '../../epic/rules.ts';
import type { CivilDate } from '../../work-item/types.ts';
import type { ItemRow, World } from './world.ts';

/** Both dates of an item with where they come from; of an epic they may be inherited. */
export interface EpicDates {
  readonly start: CivilDate | null;
  readonly due: CivilDate | null;
  readonly inheritedStart: InheritedDate<number>;
  readonly inheritedDue: InheritedDate<number>;
}

const NONE: InheritedDate<number> = { date: null, source: null };

/** Worked out anew at every reading: what the server keeps up to date must always equal this. */
export function datesOf(world: World, item: ItemRow): EpicDates {
  if (item.type !== 'epic') {
    return { start: item.startDate, due: item.dueDate, inheritedStart: NONE, inheritedDue: NONE };
  }
  const children = world.childrenOf(item.id);
  const inherited = inheritedDates<number>({
    milestones: children.flatMap(({ type, milestoneId }) => {
      const milestone = type === 'epic' || milestoneId === null ? undefined : world.milestones.get(milestoneId);
      return milestone === undefined ? [] : [milestone];
    }),
    childEpics: children
      .filter(({ type }) => type === 'epic')
      .map((child) => {
        const { start, due } = datesOf(world, child);
        return { id: child.id, startDate: start, dueDate: due };
      }),
  });
  return {
    start: effectiveDate({ isFixed: item.startIsFixed, fixed: item.startDate }, inherited.start).date,
    due: effectiveDate({ isFixed: item.dueIsFixed, fixed: item.dueDate }, inherited.due).date,
    inheritedStart: inherited.start,
    inheritedDue: inherited.due,
  };
}

/** Title of the milestone that a date is inherited from. */
export const milestoneTitle = (world: World, { source }: InheritedDate<number>): string | null =>
  source?.kind === 'milestone' ? (world.milestones.get(source.id)?.title ?? null) : null;
