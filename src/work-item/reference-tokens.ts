import type { ReferenceToken } from '@espalier/core/work-item';
import { stateBadge } from '@espalier/core/work-item';
import type { Token } from '../ui/token-list.tsx';
import { STATE_LOOK } from './state-look.ts';

/** RL-02: pending references as tokens; of what was offered with its state and title. */
export const referenceTokens = (references: readonly ReferenceToken[]): readonly Token[] =>
  references.map((reference) => {
    const { ok, text } = reference;
    if (!ok) return { key: text, text, doubt: 'This does not look like a reference' };
    if (reference.item === undefined) return { key: text, text };
    const { state, title } = reference.item;
    return { key: text, text, tooltip: title, state: { icon: STATE_LOOK[state].icon, title: stateBadge(state) } };
  });
