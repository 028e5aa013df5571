import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { overNamed, pageNamed, routeOf, withOver } from '@espalier/core/frame';
import { workItemActions } from '@espalier/core/work-item';
import { selectSelecting } from '@espalier/core/bulk';
import { useAppDispatch, useAppStore } from '../store.ts';
import { isPlain } from '../ui/link.tsx';

/** The state of a history entry whose modal a person opened on the page before. */
export const OPENED_OVER = 'item over';

/** WI-17.1: milliseconds for which the pointer rests on a row, or on a link in a text, before what it names is read ahead. */
const ROW_REST = 250;
const TEXT_REST = 150;

/** The pages of a past moment, which the developer panel shows, are not the page's own. */
const isPast = ({ target }: { readonly target: EventTarget | null }): boolean =>
  target instanceof Element && target.closest('[data-developer]') !== null;

/** What a row's element leads to: the number of an item, the reference of an epic. */
const nameIn = (element: Element): string | undefined =>
  (
    element.closest<HTMLElement>('[data-over]') ??
    element.closest('[data-row], li')?.querySelector<HTMLElement>('[data-over]')
  )?.dataset['over'];

/**
 * WI-14.3, WI-17.1: links with `data-over`, the number of an item or the full reference of an epic, open it over the page, and what they name is read ahead while the pointer rests on them. One listener for all of them:
 * rows stay as cheap as they are.
 */
export function useItemLinks(): void {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const store = useAppStore();

  useEffect(() => {
    // In the capture phase: who follows links leaves alone what is prevented.
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('main a[data-over]') : null;
      const name = link?.dataset['over'];
      if (name === undefined || event.defaultPrevented || !isPlain(event) || isPast(event)) return;
      // TR-05.55: while rows are being selected a tap selects.
      if (selectSelecting(store.getState())) return;
      event.preventDefault();
      // The second click of two opens nothing more.
      if (event.detail > 1) return;
      // A press on a row that can be dragged leaves the focus where it was: what closes over it gives it back to the row.
      const row = link?.closest<HTMLElement>('[data-row]') ?? link;
      if (row?.contains(document.activeElement) === false) row.focus({ preventScroll: true });
      void navigate({ search: withOver(window.location.search, name) }, { state: OPENED_OVER });
    };
    document.addEventListener('click', click, true);
    return () => document.removeEventListener('click', click, true);
  }, [navigate, store]);

  useEffect(() => {
    let resting = '';
    let timer = 0;
    const over = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || isPast({ target })) return;
      const named = overNamed(nameIn(target) ?? null);
      const link = target.closest<HTMLAnchorElement>('[dir="auto"] a[href]');
      const isOurs = link?.origin === window.location.origin;
      const read = named ?? (isOurs ? pageNamed(routeOf(link.pathname, link.search)) : null);
      const rests = JSON.stringify(read);
      if (rests === resting) return;
      resting = rests;
      window.clearTimeout(timer);
      if (read === null) return;
      const wait = named === null ? TEXT_REST : ROW_REST;
      timer = window.setTimeout(() => dispatch(workItemActions.readAhead(read)), wait);
    };
    document.addEventListener('pointerover', over);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('pointerover', over);
    };
  }, [dispatch]);
}
