import { useState } from 'react';
import { TextField } from '../ui/field.tsx';

interface Fields {
  /** In a dialog, the first empty field has the focus. */
  readonly focus?: 'username' | 'password';
  readonly username: string;
  readonly password: string;
  readonly setUsername: (username: string) => void;
  readonly setPassword: (password: string) => void;
}

/** The password stays in the field: it enters an action only when the form is sent, under a key that recorders leave out. */
export function useSignInFields(known = ''): Fields {
  const [username, setUsername] = useState(known);
  const [password, setPassword] = useState('');
  return { username, password, setUsername, setPassword };
}

export function SignInFields({ focus, username, password, setUsername, setPassword }: Fields) {
  return (
    <>
      <TextField
        label="Username or email"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus={focus === 'username'}
        value={username}
        onChange={setUsername}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={focus === 'password'}
        value={password}
        onChange={setPassword}
      />
    </>
  );
}
