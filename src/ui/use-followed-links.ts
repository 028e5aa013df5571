import { useCallback } from 'react';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/** A plain click: any other button or key is the browser's own way of following a link. */
export const isPlain = ({
  button,
  metaKey,
  altKey,
  ctrlKey,
  shiftKey,
}: Pick<MouseEvent, 'button' | 'metaKey' | 'altKey' | 'ctrlKey' | 'shiftKey'>): boolean =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;

const isOurs = (link: HTMLAnchorElement): boolean => link.origin === new URL(link.baseURI).origin;

/**
 * For the single click handler of a long list: follows a link of this product without a page load. The list's links are then plain `<a href>`, far
 * cheaper to render than links that each know the router. True if the click was on a link.
 */
export function useFollowedLinks(): (event: MouseEvent) => boolean {
  const navigate = useNavigate();
  return useCallback(
    (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link === null) return false;
      if (event.defaultPrevented || !isPlain(event) || link.target !== '' || !isOurs(link)) return true;
      event.preventDefault();
      void navigate(`${link.pathname}${link.search}${link.hash}`);
      return true;
    },
    [navigate],
  );
}
