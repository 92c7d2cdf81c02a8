import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { HEADER_LINKS } from '../../content/site-map';
import { useAuth } from '../../lib/session/auth-context';
import { buttonClass } from '../../ui/button';
import { CloseIcon, MenuIcon } from '../../ui/icons';
import { isKnownPage } from '../routes';
import { LazyAccountLinks } from './lazy-account';
import { LoginLink } from './login-link';

const LINKS = [{ path: '/', label: 'Home' }, ...HEADER_LINKS].filter(({ path }) => isKnownPage(path));
const ICON_BUTTON = 'grid size-11 place-items-center rounded-control hover:bg-well';

/** The menu of small screens: the browser's modal dialog keeps the focus inside and closes on Escape; pressing a link closes it, before the page has come. */
export function MobileMenu() {
  const [openAt, setOpenAt] = useState<string>();
  const dialog = useRef<HTMLDialogElement>(null);
  const { user } = useAuth();
  const { key } = useLocation();
  const open = openAt === key;
  const close = () => setOpenAt(undefined);
  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return undefined;
    element.showModal();
    return () => element.close();
  }, [open]);
  return (
    <div className="ml-auto lg:hidden">
      <button
        type="button"
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpenAt(key)}
        className={ICON_BUTTON}
      >
        <MenuIcon className="size-6" />
        <span className="sr-only">Open menu</span>
      </button>
      <dialog
        ref={dialog}
        aria-label="Menu"
        onClose={close}
        className="m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto bg-paper text-ink"
      >
        <div className="flex h-16 items-center justify-between border-b border-rule px-5">
          <span className="caption">Menu</span>
          <button type="button" onClick={close} className={ICON_BUTTON}>
            <CloseIcon className="size-6" />
            <span className="sr-only">Close menu</span>
          </button>
        </div>
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
          <Link to="/pricing" onClick={close} className={buttonClass('ink', 'large')}>
            Get Started
          </Link>
          <LoginLink className="border-rule-strong!" />
          {user ? (
            <div className="mt-3 border border-rule p-2">
              <LazyAccountLinks user={user} />
            </div>
          ) : null}
        </div>
      </dialog>
    </div>
  );
}
