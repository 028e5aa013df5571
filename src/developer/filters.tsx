import { useMemo, useState } from 'react';
import type { LoggedAction, Player } from '@espalier/core/replay';
import { Select } from '../ui/field.tsx';
import styles from './panel.module.css';

const ALL = '';

const ORIGINS = [
  { value: ALL, label: 'All origins' },
  { value: 'user', label: 'user' },
  { value: 'server', label: 'server' },
];

interface Filter {
  /** The actions of the chosen domain and origin, in order. */
  readonly shown: readonly LoggedAction[];
  /** Domains that occur in the log. */
  readonly domains: readonly string[];
  readonly domain: string;
  readonly origin: string;
  readonly onDomain: (domain: string) => void;
  readonly onOrigin: (origin: string) => void;
}

export function useFilter(player: Player): Filter {
  const [domain, onDomain] = useState(ALL);
  const [origin, onOrigin] = useState(ALL);
  const all = useMemo(() => player.actions(player.first, player.last), [player]);
  const domains = useMemo(() => [...new Set(all.map(({ action }) => domainOf(action.type)))].sort(), [all]);
  const shown = useMemo(
    () =>
      all.filter(
        ({ action }) =>
          (domain === ALL || domainOf(action.type) === domain) && (origin === ALL || action.meta.origin === origin),
      ),
    [all, domain, origin],
  );
  return { shown, domains, domain, origin, onDomain, onOrigin };
}

export function Filters({ shown, domains, domain, origin, onDomain, onOrigin }: Filter) {
  const options = [{ value: ALL, label: 'All domains' }, ...domains.map((value) => ({ value, label: value }))];
  return (
    <div className={styles.filters}>
      <Select label="Domain" value={domain} options={options} onChange={onDomain} />
      <Select label="Origin" value={origin} options={ORIGINS} onChange={onOrigin} />
      <span className={styles.count} role="status">
        {shown.length === 1 ? '1 action' : `${shown.length.toLocaleString('en')} actions`}
      </span>
    </div>
  );
}

/** How the panel formats times and data. */

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The viewer's time of day, to the millisecond. `at`: milliseconds since 1970-01-01T00:00:00Z. */
export const clockTime = (at: number): string => CLOCK.format(at);

export const dayAndTime = (at: number): string => DAY.format(at);

/** At most so many characters of a value are shown. */
const SHOWN = 20_000;

/** Data as indented JSON, cut where it is very long. */
export function json(value: unknown, indent = 2, most = SHOWN): string {
  const text = JSON.stringify(value, null, indent) ?? 'undefined';
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length.toLocaleString('en')} characters)`;
}

/** `tree` of `tree/opened`. */
const domainOf = (type: string): string => type.slice(0, Math.max(type.indexOf('/'), 0)) || type;
