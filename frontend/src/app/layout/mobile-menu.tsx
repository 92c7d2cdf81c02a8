import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { HEADER_LINKS } from '../../content/site-map';
import { useAuth } from '../../lib/session/auth-context';
import { buttonClass } from '../../ui/buttons/button';
import { CloseIcon, MenuIcon } from '../../ui/icons/icons';
import { Link } from '../../ui/navigation/link';
import { isKnownPage } from '../routes';
import { LazyAccountLinks } from './lazy-account';
import { GetStartedLink, LoginLink, OpenAppLink } from './app-link';
import { ThemeSwitch } from './theme-switch';

const LINKS = [{ path: '/', label: 'Home' }, ...HEADER_LINKS].filter(({ path }) => isKnownPage(path));
const ICON_BUTTON = 'grid size-11 place-items-center rounded-control hover:bg-well';
const ID = 'site-menu';

/**
 * The menu on small screens. It works before hydration: invoker commands open the native modal dialog, which
 * traps focus and closes on Escape. Scripts add support for browsers without commands, and close the menu on
 * navigation or when the window becomes too wide.
 */
export function MobileMenu() {
  const dialog = useRef<HTMLDialogElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const { user } = useAuth();
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    const closeWhenHidden = () => {
      if (root.current && getComputedStyle(root.current).display === 'none') dialog.current?.close();
    };
    window.addEventListener('resize', closeWhenHidden);
    return () => window.removeEventListener('resize', closeWhenHidden);
  }, []);
  useEffect(() => {
    if (openedAt.current !== key) dialog.current?.close();
    openedAt.current = key;
  }, [key]);
  const open = () => {
    if (!('command' in HTMLButtonElement.prototype)) dialog.current?.showModal();
  };
  const close = () => dialog.current?.close();
  return (
    <div ref={root} className="ml-auto flex shrink-0 items-center gap-1 xl:hidden">
      <ThemeSwitch />
      <button
        type="button"
        command="show-modal"
        commandfor={ID}
        aria-haspopup="dialog"
        onClick={open}
        className={ICON_BUTTON}
      >
        <MenuIcon className="size-6" />
        <span className="sr-only">Open menu</span>
      </button>
      <dialog
        ref={dialog}
        id={ID}
        aria-label="Menu"
        className="m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto bg-paper text-ink"
      >
        <form
          method="dialog"
          className="flex h-16 items-center justify-between border-b border-rule px-5"
          onSubmit={(event) => {
            event.preventDefault();
            close();
          }}
        >
          <span className="caption">Menu</span>
          <button className={ICON_BUTTON}>
            <CloseIcon className="size-6" />
            <span className="sr-only">Close menu</span>
          </button>
        </form>
        <nav aria-label="Mobile" className="px-5">
          <ul>
            {LINKS.map(({ path, label }) => (
              <li key={path} className="border-b border-rule">
                <Link
                  to={path}
                  onClick={close}
                  className="flex min-h-14 items-center text-lead font-semibold"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid gap-3 p-5">
          {user ? (
            <>
              <OpenAppLink large />
              <div className="mt-3 border border-rule p-2">
                <LazyAccountLinks user={user} />
              </div>
            </>
          ) : (
            <>
              <GetStartedLink large onClick={close} />
              <LoginLink className={buttonClass('outline', 'large')} />
            </>
          )}
        </div>
      </dialog>
    </div>
  );
}
