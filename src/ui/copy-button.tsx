import { useState } from 'react';
import { IconButton } from './button.tsx';

/** Copies a text and says so. Where the browser refuses the clipboard, it says that. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [outcome, setOutcome] = useState('');
  const copy = () => {
    Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
      () => setOutcome('Copied'),
      () => setOutcome('Copying failed: select the text and copy it by hand'),
    );
  };
  return (
    <>
      <IconButton
        size="small"
        icon={outcome === 'Copied' ? 'check' : 'copy-to-clipboard'}
        label={label}
        onClick={copy}
        onBlur={() => setOutcome('')}
      />
      <span className="visually-hidden" role="status">
        {outcome}
      </span>
    </>
  );
}
