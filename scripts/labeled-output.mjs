import { styleText } from 'node:util';
import { say } from '../stack/machine/progress.mjs';
import { readable } from '../stack/machine/readable-log.mjs';

const COLORS = { api: 'cyan', worker: 'magenta', site: 'green' };
const LABEL_WIDTH = 'worker'.length;

/** Prints a line of a service's output after its label. */
export function printLine(service, text) {
  const color = COLORS[service.replace(/-\d+$/, '')] ?? 'yellow';
  say(`${styleText(color, service.padEnd(LABEL_WIDTH))} | ${readable(text)}`);
}
