import { epicListQueryToUrl } from '@espalier/core/epic';
import type { EpicListQuery } from '@espalier/core/epic';
import { paths } from '../frame/route.ts';
import { listAddress } from '../work-item/list/address.ts';

/** The address of a list of epics. */
export const listHref = (groupPath: string, query: EpicListQuery): string =>
  listAddress(paths.epics(groupPath), epicListQueryToUrl(query));
