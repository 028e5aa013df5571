import { createContext, useContext, useEffect } from 'react';

export const TitleContext = createContext<(title: string) => void>(() => undefined);

/** Names the page in the browser's tab, and reads the name out when it changes. */
export function usePageTitle(title: string): void {
  const set = useContext(TitleContext);
  useEffect(() => set(title), [set, title]);
}
