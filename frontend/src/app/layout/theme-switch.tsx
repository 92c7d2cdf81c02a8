import { DarkIcon, LightIcon } from '../../ui/icons';

/**
 * Turns light into dark and back. The script at the head of every page answers the press, so that it works before anything is
 * loaded; what the button reads and shows follows from the theme by style alone.
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
