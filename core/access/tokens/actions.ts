import type { Token } from './wire.ts';
import type { TokenFaults, TokenInput } from './rules.ts';
import { serverEvent, userEvent } from '../../store/action.ts';

/** None of them carries the secret of a token (RP-02.131). */
export const tokenActions = {
  opened: userEvent('tokens/opened'),
  retried: userEvent('tokens/retried'),
  submitted: userEvent<TokenInput>('tokens/submitted'),
  revocationAsked: userEvent<{ id: string }>('tokens/revocationAsked'),
  revocationCancelled: userEvent('tokens/revocationCancelled'),
  revocationConfirmed: userEvent('tokens/revocationConfirmed'),

  received: serverEvent<{ tokens: readonly Token[] }>('tokens/received'),
  failed: serverEvent<{ text: string }>('tokens/failed'),
  /** What the list says, or is about to say, may be of before a change. */
  outdated: serverEvent('tokens/outdated'),
  made: serverEvent<{ token: Token }>('tokens/made'),
  refused: serverEvent<{ text: string | null; fields: TokenFaults }>('tokens/refused'),
  revoked: serverEvent<{ id: string }>('tokens/revoked'),
  revocationFailed: serverEvent<{ text: string }>('tokens/revocationFailed'),
};
