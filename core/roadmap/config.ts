import type { Session } from '../access/index.ts';
import type { Person } from '../work-item/types.ts';

/** RM-18.1: the limit if the settings name none. */
const EPICS_LIMIT = 1000;

const number = (value: unknown): number | null => {
  const found = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof found === 'number' && Number.isSafeInteger(found) ? found : null;
};

/** RM-01.4: the attributes of the page's element, if they belong to this group. Navigating to another group's roadmap does not load a new page. */
export function roadmapData(
  data: Readonly<Record<string, string | undefined>>,
  fullPath: string,
): Readonly<Record<string, string | undefined>> {
  const own = data['fullPath'];
  return own === undefined || own === '' || own.toLowerCase() === fullPath.toLowerCase() ? data : {};
}

/**
 * RM-01.1: the configuration from the attributes of the page's element (`data-full-path` is `fullPath` here); each absent or unreadable one is derived from
 * the path of the group.
 */
export function roadmapConfig(
  data: Readonly<Record<string, string | undefined>>,
  fullPath: string,
  { user, features, settings }: Pick<Session, 'features' | 'settings'> & { readonly user: Person | null },
) {
  const text = (name: string, fallback: string): string => {
    const value = data[name];
    return value === undefined || value === '' ? fallback : value;
  };
  const flag = (name: string, fallback: boolean): boolean => {
    const value = data[name]?.toLowerCase();
    return value === 'true' ? true : value === 'false' ? false : fallback;
  };
  const group = text('fullPath', fullPath);
  const first = number(settings['firstDayOfWeek']);
  const iid = data['epicIid'];
  return {
    /** Full path of the group. */
    fullPath: group,
    /** One epic's children instead of the group's epics (RM-17). */
    epicIid: iid !== undefined && /^[1-9][0-9]{0,9}$/.test(iid) ? iid : null,
    canCreateEpic: flag('canCreateEpic', false),
    allowSubEpics: flag('allowSubEpics', settings['allowSubEpics'] !== false),
    /** The feature of colours is on. */
    colours: features['epicColorHighlight'] === true,
    newEpicPath: text('newEpicPath', `/groups/${group}/-/epics/new`),
    listEpicsPath: text('listEpicsPath', `/groups/${group}/-/epics`),
    docsPath: text('epicsDocsPath', '/help/user/group/epics/index.md'),
    /** Null for a visitor. */
    user,
    /** 0 is Sunday. */
    firstDayOfWeek: first !== null && first >= 0 && first <= 6 ? first : 0,
    /** RM-18: more epics than this raise the warning. */
    epicsLimit: number(settings['roadmapEpicsLimit']) ?? EPICS_LIMIT,
  };
}

/** What the page says of itself (RM-01), and what the session adds. */
export type RoadmapConfig = Readonly<ReturnType<typeof roadmapConfig>>;
