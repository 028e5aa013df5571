import { jsonOf, textOf } from '../../api/wire-parts.ts';
import { lineFault, placePath, textOrNull, type Noun } from '../noun.ts';
import type { Entry } from '../slice.ts';
import { MANAGE_TEXTS } from '../texts.ts';

export interface MilestoneEntry extends Entry {
  /** Its number in the place. */
  readonly iid: string;
  readonly title: string;
  readonly description: string | null;
  readonly isClosed: boolean;
  /** Days. */
  readonly startDate: string | null;
  readonly dueDate: string | null;
  /** What stands beside its title: it is closed, or its last day is over. */
  readonly sign: 'Closed' | 'Expired' | null;
}

const TITLE_MAX = 255;

export const milestones: Noun = {
  may: () => 'adminMilestone',
  filters: ['active', 'closed', 'all'],
  searchedBy: 'search',
  list: (list) => ({
    method: 'GET',
    path: placePath(list, 'milestones'),
    query: list.filter === 'all' ? {} : { state: list.filter },
  }),
  entryOf(json): MilestoneEntry | null {
    const { id, iid, title: named, description, state, start_date, due_date, expired } = jsonOf(json);
    const title = textOf(named);
    const isClosed = state === 'closed';
    if (typeof id !== 'number' || typeof iid !== 'number' || title === null) return null;
    return {
      id: String(id),
      iid: String(iid),
      title,
      description: textOf(description),
      isClosed,
      startDate: textOf(start_date),
      dueDate: textOf(due_date),
      sign: isClosed ? 'Closed' : expired === true ? 'Expired' : null,
    };
  },
  faults: ({ title = '', start = '', due = '' }) => ({
    title: lineFault(title, TITLE_MAX),
    // Days compare as texts.
    due: start !== '' && due !== '' && due <= start ? 'must be greater than start date' : null,
  }),
  request({ page, what, id, draft: { title = '', description, start, due } }) {
    if (what === 'save') {
      const body = {
        title: title.trim(),
        description: textOrNull(description),
        start_date: textOrNull(start),
        due_date: textOrNull(due),
      };
      return id === null
        ? { method: 'POST', path: placePath(page, 'milestones'), body }
        : { method: 'PUT', path: placePath(page, 'milestones', id), body };
    }
    if (what === 'delete') return { method: 'DELETE', path: placePath(page, 'milestones', id ?? '') };
    if (what === 'promote') return { method: 'POST', path: placePath(page, 'milestones', id ?? '', 'promote') };
    const body = { state_event: what === 'close' ? 'close' : 'activate' };
    return { method: 'PUT', path: placePath(page, 'milestones', id ?? ''), body };
  },
  failure: MANAGE_TEXTS.milestones,
};
