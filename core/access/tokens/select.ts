import type { AccessState } from '../slice.ts';
import type { TokensState } from './slice.ts';

/** The state as this domain reads it. */
export interface TokensRoot {
  readonly access: AccessState;
  readonly tokens: TokensState;
}

export const selectTokens = ({ tokens }: TokensRoot): TokensState => tokens;
