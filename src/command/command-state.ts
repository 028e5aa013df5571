import type { RootState } from '@espalier/core';
import type { CommandState } from '@espalier/core/command';

/** Undefined until the domain of the commands is attached. */
export const commandState = (state: RootState): CommandState | undefined =>
  (state as { readonly command?: CommandState }).command;
