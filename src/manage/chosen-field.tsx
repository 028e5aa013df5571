import {
  addressesIn,
  chosenIn,
  chosenText,
  manageActions,
  selectManage,
  selectNothingOffered,
} from '@espalier/core/manage';
import type { ManagedPage } from '@espalier/core/manage';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { TokenSelector } from '../ui/token-selector.tsx';

interface ChosenFieldProps {
  readonly label: string;
  readonly what: 'people' | 'groups' | 'entries';
  /** Of whose entries, and which of them is none of these. */
  readonly of?: { readonly page: ManagedPage; readonly except: string };
  /** One at most. */
  readonly single?: boolean;
  /** Addresses may be typed, too. */
  readonly addresses?: boolean;
  readonly hint?: string;
  readonly error?: string | null;
  readonly autoFocus?: boolean;
  readonly readOnly?: boolean;
  /** As it stands in the form. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** BD-05.9: people or groups, found by their names. */
export function ChosenField({
  what,
  of,
  single = false,
  addresses = false,
  value,
  onChange,
  ...field
}: ChosenFieldProps) {
  const dispatch = useAppDispatch();
  const { suggestions, suggested } = useAppSelector(selectManage);
  const nothing = useAppSelector(selectNothingOffered);
  const chosen = chosenIn(value);
  const isFull = single && chosen.length > 0;
  const isAsked = suggestions?.what === what && !isFull;
  const add = (key: string, title: string) => {
    const isKnown = suggested.some(({ id }) => id === key);
    const added = isKnown ? [{ key, title }] : addressesIn(title).map((each) => ({ key: each, title: each }));
    onChange(chosenText(single ? added : [...chosen, ...added]));
  };
  return (
    <TokenSelector
      {...field}
      allowOwn={(text) => addresses && addressesIn(text).length > 0}
      chosen={chosen}
      offered={
        isAsked
          ? suggested
              .filter(({ id }) => id !== of?.except)
              .map(({ id: key, title, detail }) => ({ key, title, name: '', note: detail }))
          : []
      }
      nothing={isAsked ? nothing : null}
      onSearch={(search) => {
        if (isFull) return;
        dispatch(manageActions.suggestionsAsked({ what, search, ...(what === 'entries' && of && { page: of.page }) }));
      }}
      onAdd={({ key, title }) => add(key, title)}
      onRemove={(at) => onChange(chosenText(chosen.filter((_, index) => index !== at)))}
    />
  );
}
