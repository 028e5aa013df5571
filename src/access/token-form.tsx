import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import {
  lastExpiry,
  offeredExpiry,
  selectTokens,
  TOKEN_SCOPES,
  tokenActions,
  type TokenScope,
} from '@espalier/core/access/tokens';
import { addDays } from '@espalier/core/calendar';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { DatePicker } from '../ui/date-picker.tsx';
import { TextField } from '../ui/field.tsx';
import styles from './tokens-page.module.css';

const SCOPES: Readonly<Record<TokenScope, string>> = {
  read_api: 'Reads whatever you can read, and changes nothing.',
  api: 'Reads and changes whatever you can.',
};

export function TokenForm() {
  const dispatch = useAppDispatch();
  const { form, today } = useAppSelector(selectTokens);
  const [name, setName] = useState('');
  const [expiresAt, setExpiresAt] = useState<string | null>(() => offeredExpiry(today));
  const [unread, setUnread] = useState(false);
  const [scope, setScope] = useState<TokenScope>('read_api');
  const sending = form.status === 'sending';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sending || unread) return;
    dispatch(tokenActions.submitted({ name, expiresAt: expiresAt ?? '', scope }));
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {form.error !== null && <Alert tone="danger">{form.error}</Alert>}
      <TextField
        label="Name"
        hint="What it is for, so that you know which one to revoke."
        autoComplete="off"
        value={name}
        error={form.fields.name ?? null}
        onChange={setName}
      />
      <DatePicker
        label="Expiry date"
        hint="From that day on (UTC) it does not work. At most a year from now."
        today={today}
        min={addDays(today, 1)}
        max={lastExpiry(today)}
        value={expiresAt}
        error={form.fields.expiresAt ?? null}
        onUnread={setUnread}
        onChange={setExpiresAt}
      />
      <Scopes value={scope} onChange={setScope} />
      <div>
        <Button type="submit" look="primary" loading={sending}>
          Create token
        </Button>
      </div>
    </form>
  );
}

interface ScopesProps {
  readonly value: TokenScope;
  readonly onChange: (scope: TokenScope) => void;
}

function Scopes({ value, onChange }: ScopesProps) {
  const name = useId();
  return (
    <fieldset className={styles.scopes}>
      <legend>Scope</legend>
      {TOKEN_SCOPES.map((scope) => (
        <label key={scope} className={styles.scope}>
          <input
            type="radio"
            name={name}
            checked={scope === value}
            aria-describedby={`${name}-${scope}`}
            onChange={() => onChange(scope)}
          />
          <span>
            <code>{scope}</code>
            <span id={`${name}-${scope}`} className={styles.meaning}>
              {SCOPES[scope]}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
