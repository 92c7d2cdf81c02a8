import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../class-names';

export interface Tab<K extends string> {
  key: K;
  label: string;
  panel: ReactNode;
}

/** Tabs with arrow key, Home, and End navigation. Panels stay mounted, so that form values are kept. */
export function Tabs<K extends string>(props: {
  label: string;
  tabs: readonly Tab<K>[];
  selected: K;
  onSelect: (key: K) => void;
}) {
  const { label, tabs, selected, onSelect } = props;
  const id = useId();
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.key === selected);
    const to = targetIndex(event.key, at, tabs.length);
    const tab = to === undefined ? undefined : tabs[to];
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.key);
    document.getElementById(`${id}-tab-${tab.key}`)?.focus();
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs inside take the focus */}
      <div role="tablist" aria-label={label} className="flex" onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.key}`}
            aria-selected={tab.key === selected}
            aria-controls={`${id}-panel-${tab.key}`}
            tabIndex={tab.key === selected ? 0 : -1}
            onClick={() => onSelect(tab.key)}
            className={classNames(
              'relative -mb-px min-h-12 flex-1 border border-b-0 px-4 text-small font-semibold first:rounded-tl-card last:rounded-tr-card focus-visible:z-10',
              tab.key === selected
                ? 'z-10 border-rule bg-card text-ink shadow-[inset_0_4px_0_var(--color-marker)]'
                : 'border-transparent bg-transparent text-ink-soft hover:text-ink',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.key}
          role="tabpanel"
          id={`${id}-panel-${tab.key}`}
          aria-labelledby={`${id}-tab-${tab.key}`}
          hidden={tab.key !== selected}
          className="rounded-b-card border border-rule bg-card p-6 sm:p-8"
        >
          {tab.panel}
        </div>
      ))}
    </>
  );
}

function targetIndex(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}
