import { styleText } from 'node:util';
import { prettyFactory } from 'pino-pretty';
import { say } from '../stack/machine/progress.mjs';

const COLORS = { api: 'cyan', worker: 'magenta', site: 'green' };
const LABEL_WIDTH = 'worker'.length;

const pretty = prettyFactory({
  colorize: process.stdout.isTTY,
  ignore: 'pid,hostname,service',
  singleLine: true,
  translateTime: 'SYS:HH:MM:ss',
});

/** Prints a line of a service's output after its label. Log entries are made readable; other lines are printed as they are. */
export function printLine(service, text) {
  const color = COLORS[service.replace(/-\d+$/, '')] ?? 'yellow';
  say(`${styleText(color, service.padEnd(LABEL_WIDTH))} | ${pretty(text).trimEnd()}`);
}
