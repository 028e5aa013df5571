import type { FilterKey, Filters, FilterToken } from '../filter/rules.ts';
import type { Ports } from '../ports/index.ts';
import {
  FILTER_KINDS,
  filterValue,
  isFiltered,
  NO_FILTERS,
  operatorsOf,
  searchText,
  withToken,
} from '../filter/rules.ts';

/** RM-03.10: the key under which the last searches are kept, and how many of them. */
export const RECENT_KEY = 'epics';
export const RECENT_MAX = 10;

/** What is stored, the last search first. What cannot be read counts as nothing, each search for itself. */
export function recentSearches({ storage, log }: Ports): readonly Filters[] {
  try {
    const list: unknown = JSON.parse(storage.get(RECENT_KEY) ?? '[]');
    return Array.isArray(list) ? list.flatMap(filtersOf).slice(0, RECENT_MAX) : [];
  } catch (error) {
    log.error('Cannot read the recent searches', error);
    return [];
  }
}

/** The storage may be full, absent or forbidden: then the searches last as long as the session. */
export function keepSearches({ storage, log }: Ports, recent: readonly Filters[]): void {
  try {
    if (recent.length === 0) storage.remove(RECENT_KEY);
    else storage.set(RECENT_KEY, JSON.stringify(recent));
  } catch (error) {
    log.error('Cannot keep the recent searches', error);
  }
}

/** RM-03.11: a search that is made again stands once, in front. */
export function withSearch(recent: readonly Filters[], filters: Filters): readonly Filters[] {
  if (!isFiltered(filters)) return recent;
  const text = JSON.stringify(filters);
  return [filters, ...recent.filter((other) => JSON.stringify(other) !== text)].slice(0, RECENT_MAX);
}

function filtersOf(value: unknown): Filters[] {
  if (typeof value !== 'object' || value === null) return [];
  const { tokens, search } = value as { tokens?: unknown; search?: unknown };
  let filters: Filters = { ...NO_FILTERS, search: typeof search === 'string' ? searchText([search]) : '' };
  for (const token of Array.isArray(tokens) ? tokens.flatMap(tokenOf) : []) filters = withToken(filters, token);
  return isFiltered(filters) ? [filters] : [];
}

function tokenOf(value: unknown): FilterToken[] {
  if (typeof value !== 'object' || value === null) return [];
  const { key, operator, value: given } = value as { key?: unknown; operator?: unknown; value?: unknown };
  const kind = FILTER_KINDS.find((each) => each.key === key);
  const kept = kind === undefined || typeof given !== 'string' ? null : filterValue(kind.key, given);
  if (kind === undefined || kept === null) return [];
  const known = operatorsOf(kind.key as FilterKey).find((each) => each === operator);
  return [{ key: kind.key, operator: known ?? '=', value: kept }];
}
