import { styleText } from 'node:util';
import { prettyFactory } from 'pino-pretty';

const COLORS = { api: 'cyan', worker: 'magenta', site: 'green' };
const LABEL_WIDTH = 'worker'.length;

const pretty = prettyFactory({
  colorize: process.stdout.isTTY,
  ignore: 'pid,hostname,service',
  singleLine: true,
  translateTime: 'SYS:HH:MM:ss',
});

/** A line of a service's output for people. Log entries are made readable; other lines are kept as they are. */
export function readable(line) {
  return pretty(line).trimEnd();
}

/** Prints a line of a service's output after its label. */
export function printLine(service, line) {
  const color = COLORS[service.replace(/-\d+$/, '')];
  console.log(`${styleText(color, service.padEnd(LABEL_WIDTH))} | ${readable(line)}`);
}
