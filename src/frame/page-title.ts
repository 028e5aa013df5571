import { createContext, useContext, useEffect } from 'react';

export const TitleContext = createContext<(title: string) => void>(() => undefined);

/** Sets the title of the browser's tab; screen readers announce it when it changes. */
export function usePageTitle(title: string): void {
  const set = useContext(TitleContext);
  useEffect(() => set(title), [set, title]);
}
