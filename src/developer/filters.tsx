import { useMemo, useState } from 'react';
import type { LoggedAction, Player } from '@espalier/core/replay';
import { Select } from '../ui/field.tsx';
import { domainOf } from './format.ts';
import styles from './panel.module.css';

const ALL = '';

const ORIGINS = [
  { value: ALL, label: 'All origins' },
  { value: 'user', label: 'user' },
  { value: 'server', label: 'server' },
  { value: 'replay', label: 'replay' },
];

export interface Filter {
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
