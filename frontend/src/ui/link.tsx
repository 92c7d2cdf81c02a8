import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this site. */
  to: string;
  replace?: boolean;
  /** Handed to the page that is led to, beside the address. */
  state?: unknown;
}

/** A link to a page of this site: a plain one until the page is awake, and then without loading it anew. */
export function Link({ to, replace, state, target, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to);
  const go = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state, target });
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) go(event);
  };
  return (
    <a {...rest} href={href} target={target} onClick={follow}>
      {children}
    </a>
  );
}

/** Whether a path leads to the present page, or to one above it. */
export function useIsCurrent(): (path: string) => boolean {
  const { pathname } = useLocation();
  return (path) => pathname === path || pathname.startsWith(`${path}/`);
}
