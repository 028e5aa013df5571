import { useMemo } from 'react';
import type { FieldActions } from '@espalier/core/tree';
import type { ReferenceToken } from '@espalier/core/work-item';
import { stateBadge } from '@espalier/core/work-item';
import { useAppDispatch } from '../store.ts';
import { TokenInput } from '../ui/token-input.tsx';
import type { Token } from '../ui/token-list.tsx';
import { STATE_LOOK } from './item-signs.tsx';

interface ReferenceFieldProps {
  readonly label: string;
  /** Names the list of tokens. */
  readonly tokensLabel: string;
  /** Names the list of what is offered; without it nothing is. */
  readonly offersLabel: string | null;
  readonly field: {
    readonly input: string;
    readonly references: readonly ReferenceToken[];
    readonly placeholder: string;
    readonly busy: boolean;
    readonly error: { readonly text: string } | null;
    readonly completions: readonly {
      readonly reference: string;
      readonly title: string;
      readonly note: string | null;
    }[];
    readonly completionsText: string;
    readonly nothing: string | null;
    readonly typed: string;
  };
  /** Of the domain whose form it is. */
  readonly actions: FieldActions;
}

/** TR-09, RL-01.3: references, typed, pasted or chosen among those that are offered, become tokens; all of them are sent at once. */
export function ReferenceField({ label, tokensLabel, offersLabel, field, actions }: ReferenceFieldProps) {
  const dispatch = useAppDispatch();
  const { input, references, placeholder, busy, error, completions, completionsText, nothing, typed } = field;
  const tokens = useMemo(() => references.map(tokenOf), [references]);
  const suggestions = useMemo(
    () => completions.map(({ reference, title, note }) => ({ key: reference, name: reference, title, note })),
    [completions],
  );
  const completion =
    offersLabel === null
      ? undefined
      : {
          label: offersLabel,
          suggestions,
          text: completionsText,
          nothing,
          typed,
          onPick: (reference: string) => dispatch(actions.completionChosen({ reference })),
          onClose: () => dispatch(actions.completionClosed()),
        };
  return (
    <TokenInput
      label={label}
      tokensLabel={tokensLabel}
      placeholder={placeholder}
      hint="Separate several with spaces."
      error={error?.text ?? null}
      tokens={tokens}
      value={input}
      readOnly={busy}
      onType={(text, caret) => dispatch(actions.referencesTyped({ text, caret }))}
      onLeave={() => dispatch(actions.referencesLeft())}
      onRemove={(index) => dispatch(actions.referenceRemoved({ index }))}
      completion={completion}
    />
  );
}

/** RL-02: a pending reference, with what is known of it (RL-02.3) and what is against it (TR-09.32). */
function tokenOf(reference: ReferenceToken): Token {
  const { ok, text, refused } = reference;
  const fault = refused === undefined ? {} : { fault: refused };
  if (!ok)
    return { key: text, text, ...(refused === undefined ? { doubt: 'This does not look like a reference' } : fault) };
  if (!reference.item) return { key: text, text, ...fault };
  const { state, title } = reference.item;
  return { key: text, text, title, state: { icon: STATE_LOOK[state].icon, title: stateBadge(state) }, ...fault };
}
