import { useState } from 'react';
import type { FormEvent } from 'react';
import {
  accessActions,
  firstRunFaults,
  pathFromName,
  selectFirstRun,
  selectFirstRunForm,
  selectSessionKnown,
} from '@espalier/core/access';
import type { FirstRunField, FirstRunInput } from '@espalier/core/access';
import { Missing } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import styles from './access.module.css';
import { useEntry } from './use-entry.ts';

const EMPTY: FirstRunInput = {
  group: { name: '', path: '' },
  project: { name: '', path: '' },
  user: { name: '', username: '', password: '' },
};

/** The first page of an empty planner: the first person, group and project. */
export function FirstRunPage() {
  const known = useAppSelector(selectSessionKnown);
  const open = useAppSelector(selectFirstRun);
  const { status: sending } = useAppSelector(selectFirstRunForm);
  if (!known) return <SkeletonRows rows={6} label="Loading" />;
  return open || sending === 'sending' ? <FirstRunForm /> : <Missing />;
}

function FirstRunForm() {
  usePageTitle('Set up Espalier');
  const dispatch = useAppDispatch();
  useEntry();
  const { status, error, fields } = useAppSelector(selectFirstRunForm);
  const [input, setInput] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const [ownPaths, setOwnPaths] = useState<ReadonlySet<'group' | 'project'>>(new Set());
  const faults: Partial<Record<FirstRunField, string>> = tried ? { ...fields, ...firstRunFaults(input) } : fields;
  const sending = status === 'sending';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!sending) dispatch(accessActions.firstRunSubmitted(input));
  };
  const nameOwner = (owner: 'group' | 'project') => (name: string) =>
    setInput((now) => ({
      ...now,
      [owner]: { name, path: ownPaths.has(owner) ? now[owner].path : pathFromName(name) },
    }));
  const pathOwner = (owner: 'group' | 'project') => (path: string) => {
    setOwnPaths((known) => new Set(known).add(owner));
    setInput((now) => ({ ...now, [owner]: { ...now[owner], path } }));
  };
  const aboutUser = (key: keyof FirstRunInput['user']) => (value: string) =>
    setInput((now) => ({ ...now, user: { ...now.user, [key]: value } }));

  return (
    <form className={`${styles.form} ${styles.wide}`} onSubmit={submit} noValidate>
      <h1 className={styles.title}>Set up Espalier</h1>
      <p className={styles.note}>
        Nothing is here yet. Make yourself an account, and a first group with a project in it.
      </p>
      {error !== null && <Alert tone="danger">{error}</Alert>}
      <fieldset className={styles.group}>
        <legend>You</legend>
        <TextField
          label="Name"
          autoComplete="name"
          value={input.user.name}
          error={faults['user.name']}
          onChange={aboutUser('name')}
        />
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={input.user.username}
          error={faults['user.username']}
          onChange={aboutUser('username')}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          value={input.user.password}
          error={faults['user.password']}
          onChange={aboutUser('password')}
        />
      </fieldset>
      {(['group', 'project'] as const).map((owner) => (
        <fieldset key={owner} className={styles.group}>
          <legend>{owner === 'group' ? 'Group' : 'Project'}</legend>
          <TextField
            label="Name"
            value={input[owner].name}
            error={faults[`${owner}.name`]}
            onChange={nameOwner(owner)}
          />
          <TextField
            label="Path"
            hint="Part of its address"
            autoCapitalize="none"
            spellCheck={false}
            value={input[owner].path}
            error={faults[`${owner}.path`]}
            onChange={pathOwner(owner)}
          />
        </fieldset>
      ))}
      <div className={styles.actions}>
        <Button type="submit" look="primary" loading={sending}>
          Set up
        </Button>
      </div>
    </form>
  );
}
