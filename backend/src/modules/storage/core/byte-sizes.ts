const UNITS: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 };
const SIZE = /^(\d+(?:\.\d+)?) *(b|kb|mb|gb|tb)?$/i;

/** Parses a number of bytes, or text with a decimal unit: `20mb` is 20,000,000. Undefined if it is neither. */
export function parseByteSize(size: unknown): number | undefined {
  const [, amount, unit = 'b'] = SIZE.exec(String(size).trim()) ?? [];
  if (!['number', 'string'].includes(typeof size) || amount === undefined) return undefined;
  const bytes = Math.floor(Number(amount) * UNITS[unit.toLowerCase()]!);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}
