import { DarkIcon, LightIcon } from '../../ui/icons/icons';

/**
 * Toggles the theme. The inline boot script handles the click, so it works before hydration. CSS picks the
 * icon and label.
 */
export function ThemeSwitch() {
  return (
    <button
      type="button"
      data-theme-switch=""
      className="grid size-11 place-items-center rounded-control hover:bg-well noscript:hidden"
    >
      <span className="col-start-1 row-start-1 dark:hidden">
        <DarkIcon />
        <span className="sr-only">Use dark theme</span>
      </span>
      <span className="col-start-1 row-start-1 hidden dark:block">
        <LightIcon />
        <span className="sr-only">Use light theme</span>
      </span>
    </button>
  );
}
