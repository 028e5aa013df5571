import { epicListQueryToUrl } from '@espalier/core/epic';
import type { EpicListQuery } from '@espalier/core/epic';
import { paths } from '../frame/route.ts';

/** The address of a list of epics. Brackets are written out, as they are in the links of labels elsewhere. */
export function listHref(groupPath: string, query: EpicListQuery): string {
  const text = new URLSearchParams(epicListQueryToUrl(query)).toString().replaceAll('%5B%5D=', '[]=');
  return paths.epics(groupPath) + (text === '' ? '' : `?${text}`);
}
