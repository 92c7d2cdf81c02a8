import { prettyFactory } from 'pino-pretty';

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
