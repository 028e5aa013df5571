import { createContext, useContext, useEffect } from 'react';

/** Whose title it is: the page's, or that of what covers it. */
export type TitlePlace = 'page' | 'over';

export const TitleContext = createContext<(title: string, place: TitlePlace) => void>(() => undefined);

/** Sets the title of the browser's tab; screen readers announce it when it changes. */
export function usePageTitle(title: string): void {
  const set = useContext(TitleContext);
  useEffect(() => set(title, 'page'), [set, title]);
}

/** The same for what covers the page, as long as it does. */
export function useTitleOver(title: string): void {
  const set = useContext(TitleContext);
  useEffect(() => {
    set(title, 'over');
    return () => set('', 'over');
  }, [set, title]);
}
