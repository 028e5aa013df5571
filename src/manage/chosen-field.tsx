import { useId } from 'react';
import { chosenIn, chosenText, manageActions, selectManage } from '@espalier/core/manage';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { TokenSelector } from '../ui/token-selector.tsx';

interface ChosenFieldProps {
  readonly label: string;
  readonly what: 'people' | 'groups';
  /** One at most. */
  readonly single?: boolean;
  /** Anything may be typed. */
  readonly own?: boolean;
  readonly hint?: string;
  readonly error?: string | null;
  readonly autoFocus?: boolean;
  readonly readOnly?: boolean;
  /** As it stands in the form. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** BD-05.9: people or groups, found by their names. */
export function ChosenField({ what, single = false, own = false, value, onChange, ...field }: ChosenFieldProps) {
  const dispatch = useAppDispatch();
  const { suggestions, suggested } = useAppSelector(selectManage);
  const id = useId();
  const chosen = chosenIn(value);
  const isFull = single && chosen.length > 0;
  return (
    <TokenSelector
      key={id}
      {...field}
      allowOwn={own}
      chosen={chosen}
      offered={
        suggestions?.what !== what || isFull
          ? []
          : suggested.map(({ id: key, title, detail }) => ({ key, title, name: '', note: detail }))
      }
      onSearch={(search) => {
        if (!isFull) dispatch(manageActions.suggestionsAsked({ what, search }));
      }}
      onAdd={(added) => onChange(chosenText(single ? [added] : [...chosen, added]))}
      onRemove={(at) => onChange(chosenText(chosen.filter((_, index) => index !== at)))}
    />
  );
}
