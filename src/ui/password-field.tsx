import { useState } from 'react';
import type { ComponentProps } from 'react';
import { IconButton } from './button.tsx';
import { TextField } from './field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end'>;

/** A password, hidden until somebody wants to see what they type. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const { label } = props;
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton
          icon={shown ? 'eye-slash' : 'eye'}
          label={`Show ${label.toLowerCase()}`}
          size="small"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
