const TOKEN = String.raw`[\w!#$%&'*+.^|~\x60-]+`;
const DIRECTIVE = new RegExp(String.raw`^(${TOKEN})(?:=(${TOKEN}|"[^"\\]*"))?$`);
const SECONDS = /^(max-age|s-maxage|stale-while-revalidate|stale-if-error)$/i;
/** What JavaScript clients send for a value that is not set. */
const UNSET = /^(max-age=)?(undefined|null|NaN)?$/;

/** Undefined if the client sent a placeholder for a value that was not set. */
export function readCacheControl(value: string | undefined): string | undefined {
  return value === undefined || UNSET.test(value.trim()) ? undefined : value;
}

/** What is wrong with the value of a `Cache-Control` header; undefined if caches understand it. */
export function cacheControlProblem(value: string): string | undefined {
  const directives = value.split(',').map((part) => part.trim());
  for (const directive of directives.filter((part) => part !== '')) {
    const [, name, argument] = DIRECTIVE.exec(directive) ?? [];
    if (name === undefined) return 'must consist of directives such as max-age=3600';
    if (SECONDS.test(name) && !/^"?\d+"?$/.test(argument ?? ''))
      return `must have a number of seconds after ${name}=`;
  }
  return undefined;
}
