import { useEffect, useRef, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { Icon } from '../../../ui/icons/icons';
import { Link } from '../../../ui/navigation/link';

const CUSTOMERS = '/admin/customers';

/** Finds a customer from any screen. `/` moves the focus here. On phones, a link to the search on the customers screen. */
export function CustomerSearch() {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focusOnSlash = (event: KeyboardEvent) => {
      const { target, key: pressed, ctrlKey, metaKey, altKey } = event;
      const isTyping = target instanceof Element && target.closest('input, textarea, select, dialog');
      if (pressed !== '/' || ctrlKey || metaKey || altKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focusOnSlash);
    return () => document.removeEventListener('keydown', focusOnSlash);
  }, []);
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = input.current?.value.trim();
    event.currentTarget.reset();
    void navigate(text ? `${CUSTOMERS}?${new URLSearchParams({ q: text })}` : CUSTOMERS);
  };
  return (
    <>
      <search aria-label="All customers" className="hidden min-w-0 flex-1 sm:block">
        <form onSubmit={search} className="relative max-w-[26rem]">
          <SearchIcon className="pointer-events-none absolute top-2.5 left-3 size-4.5 text-ink-faint" />
          <input
            ref={input}
            type="search"
            aria-label="Find a customer"
            aria-keyshortcuts="/"
            placeholder="Find a customer"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            className="block min-h-10 w-full rounded-control border border-rule-strong bg-paper pr-10 pl-9.5 text-small text-ink placeholder:text-ink-faint"
          />
          <kbd
            aria-hidden="true"
            className="pointer-events-none absolute top-2 right-2.5 rounded-[2px] border border-rule px-1.5 font-mono text-fine text-ink-faint"
          >
            /
          </kbd>
        </form>
      </search>
      <Link
        to={CUSTOMERS}
        className="ml-auto grid size-11 shrink-0 place-items-center rounded-control hover:bg-well sm:hidden"
      >
        <SearchIcon />
        <span className="sr-only">Find a customer</span>
      </Link>
    </>
  );
}

function SearchIcon({ className }: { className?: string }) {
  return (
    <Icon className={className}>
      <path d="M8.5 3a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM12.5 12.5 17 17" />
    </Icon>
  );
}
