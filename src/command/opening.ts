import { createContext, useContext } from 'react';

/** What can be opened before the code of the commands is there. */
export type Opening = 'palette' | 'help';

/** Null where there are no commands: in a moment of the past, and in tests of single pages. */
export const CommandContext = createContext<((what: Opening) => void) | null>(null);
export const useOpenCommands = (): ((what: Opening) => void) | null => useContext(CommandContext);
