import type { Filters, FilterToken } from '../filter/rules.ts';
import type { Ports } from '../ports/index.ts';
import { FILTER_KINDS, filterValue, isFiltered, NO_FILTERS, searchText, withToken } from '../filter/rules.ts';
import { store, storedList } from '../store/index.ts';

/** RM-03.10: the key under which the last searches are kept, and how many of them. */
export const RECENT_KEY = 'epics';
export const RECENT_MAX = 10;

/** The stored searches, latest first. An unreadable one is skipped without affecting the others. */
export const recentSearches = (ports: Ports): readonly Filters[] =>
  storedList(ports, RECENT_KEY).flatMap(filtersOf).slice(0, RECENT_MAX);

export const keepSearches = (ports: Ports, recent: readonly Filters[]): void =>
  store(ports, RECENT_KEY, recent.length === 0 ? null : JSON.stringify(recent));

/** RM-03.11: repeating a search moves it to the front. */
export function withSearch(recent: readonly Filters[], filters: Filters): readonly Filters[] {
  if (!isFiltered(filters)) return recent;
  const text = JSON.stringify(filters);
  return [filters, ...recent.filter((other) => JSON.stringify(other) !== text)].slice(0, RECENT_MAX);
}

function filtersOf(value: unknown): Filters[] {
  const { tokens, search } = (value ?? {}) as { readonly [K in keyof Filters]?: unknown };
  let filters: Filters = { ...NO_FILTERS, search: typeof search === 'string' ? searchText([search]) : '' };
  for (const token of Array.isArray(tokens) ? tokens.flatMap(tokenOf) : []) filters = withToken(filters, token);
  return isFiltered(filters) ? [filters] : [];
}

function tokenOf(token: unknown): FilterToken[] {
  const { key, operator, value } = (token ?? {}) as { readonly [K in keyof FilterToken]?: unknown };
  const kind = FILTER_KINDS.find((each) => each.key === key);
  const kept = kind === undefined || typeof value !== 'string' ? null : filterValue(kind.key, value);
  if (kind === undefined || kept === null) return [];
  return [{ key: kind.key, operator: operator === '!=' ? '!=' : '=', value: kept }];
}
