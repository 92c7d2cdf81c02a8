/** Encodes nested values for the API. Omits undefined and null. */
export function encodeForm(values: object, prefix = ''): [string, string][] {
  return Object.entries(values).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const name = prefix === '' ? key : `${prefix}[${key}]`;
    if (value === undefined || value === null) return [];
    if (typeof value === 'object') return encodeForm(value, name);
    return [[name, String(value as string | number | boolean)]];
  });
}
