import { useState } from 'react';
import { mayAddOwn, withoutChosen } from '@espalier/core/frame';
import { TokenInput } from './token-input.tsx';
import type { Suggestion } from './token-input.tsx';

interface TokenSelectorProps {
  readonly label: string;
  /** Names the list of tokens. */
  readonly tokensLabel?: string;
  readonly placeholder?: string;
  readonly hint?: string | null;
  readonly error?: string | null;
  readonly chosen: readonly { readonly key: string; readonly title: string }[];
  /** What fits the text; what is chosen already is left out here (RL-09.1). */
  readonly offered: readonly Suggestion[];
  readonly readOnly?: boolean;
  readonly autoFocus?: boolean;
  /** Stands in the list where nothing is offered: that it is being looked for, or that there is nothing. */
  readonly nothing?: string | null;
  /** Free text can be added (RL-09.2), or text of a kind. */
  readonly allowOwn?: boolean | ((text: string) => boolean);
  readonly onSearch: (text: string) => void;
  readonly onAdd: (chosen: { readonly key: string; readonly title: string }) => void;
  readonly onRemove: (index: number) => void;
}

/** Chosen things as tokens in a field in which more can be searched for. */
export function TokenSelector({
  tokensLabel,
  chosen,
  offered,
  nothing = null,
  allowOwn = false,
  onSearch,
  onAdd,
  onRemove,
  ...field
}: TokenSelectorProps) {
  const [text, setText] = useState('');
  const [closed, setClosed] = useState(true);
  const left = withoutChosen(offered, chosen);
  const type = (next: string) => {
    setText(next);
    setClosed(false);
    onSearch(next);
  };
  const add = (key: string, title: string) => {
    onAdd({ key, title });
    type('');
    setClosed(true);
  };
  const own = text.trim();
  const addOwn = () => {
    const known = chosen.some(({ title }) => title === own);
    if (!known && mayAddOwn(text, typeof allowOwn === 'function' ? allowOwn(own) : allowOwn, left)) add(own, own);
  };
  return (
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        // The Enter that ends a token must not submit the surrounding form.
        if (own !== '') event.preventDefault();
        addOwn();
      }}
    >
      <TokenInput
        {...field}
        tokensLabel={tokensLabel ?? `Chosen: ${field.label.toLowerCase()}`}
        tokens={chosen.map(({ key, title }) => ({ key, text: title }))}
        value={text}
        onType={type}
        onLeave={() => {
          // What is typed and not ended by Enter counts as well.
          if (own !== '') addOwn();
          setClosed(true);
        }}
        onRemove={onRemove}
        completion={{
          label: field.label,
          suggestions: closed ? [] : left,
          text:
            left.length === 0 && nothing !== null
              ? nothing
              : `${left.length} ${left.length === 1 ? 'suggestion' : 'suggestions'}`,
          nothing: closed || left.length > 0 ? null : nothing,
          onOpen: () => setClosed(false),
          onPick: (key) => {
            const picked = left.find((option) => option.key === key);
            if (picked !== undefined) add(key, picked.title);
          },
          onClose: () => setClosed(true),
        }}
      />
    </div>
  );
}
