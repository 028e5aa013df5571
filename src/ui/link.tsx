import { useCallback } from 'react';
import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { useHref, useLinkClickHandler, useNavigate } from 'react-router-dom';

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href' | 'target' | 'download'> {
  /** A path of this product, with its query. */
  readonly to: string;
}

/**
 * A link to a page of this product, followed without a page load. The router's own `Link` can prefetch the routes of its framework besides, of which we have
 * none: a third of the router would be loaded for it.
 */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

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
