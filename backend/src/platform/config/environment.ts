/** Reads one environment and collects every fault by variable name, so that an operator sees all of them at once. */
export class EnvironmentReader {
  readonly faults: string[] = [];

  constructor(private readonly env: Readonly<Record<string, string | undefined>>) {}

  text(name: string, fallback?: string): string {
    return this.given(name) ?? fallback ?? this.missing(name);
  }

  optional(name: string): string | undefined {
    return this.given(name);
  }

  /** True when the variable is set at all, even to nothing. */
  has(name: string): boolean {
    return this.env[name] !== undefined;
  }

  whole(name: string, fallback: number, min: number, max: number): number {
    const given = this.given(name);
    if (given === undefined) return fallback;
    const value = Number(given);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    this.fault(name, `must be a whole number from ${min} to ${max}`);
    return fallback;
  }

  flag(name: string, fallback: boolean): boolean {
    const given = this.given(name)?.toLowerCase();
    if (given === undefined) return fallback;
    if (['true', 'on', '1', 'yes'].includes(given)) return true;
    if (['false', 'off', '0', 'no'].includes(given)) return false;
    this.fault(name, 'must be on or off');
    return fallback;
  }

  choice<T extends string>(name: string, values: readonly T[], fallback: T): T {
    const given = this.given(name) ?? fallback;
    if (!values.includes(given as T)) this.fault(name, `must be one of ${values.join(', ')}`);
    return given as T;
  }

  list(name: string): string[] {
    return (this.given(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
  }

  /** An absolute address with one of the protocols, e.g. `https:`; returned without a trailing slash. */
  url(name: string, protocols: readonly string[], fallback?: string): string {
    const value = this.text(name, fallback);
    if (value && !protocols.includes(URL.parse(value)?.protocol ?? '')) {
      this.fault(
        name,
        `must be an address starting with ${protocols.map((item) => `${item}//`).join(' or ')}`,
      );
    }
    return value.replace(/\/+$/, '');
  }

  optionalUrl(name: string, protocols: readonly string[]): string | undefined {
    return this.given(name) === undefined ? undefined : this.url(name, protocols);
  }

  fault(name: string, problem: string): void {
    this.faults.push(`${name} ${problem}`);
  }

  private given(name: string): string | undefined {
    const value = this.env[name]?.trim();
    return value === '' ? undefined : value;
  }

  private missing(name: string): string {
    this.fault(name, 'is missing');
    return '';
  }
}
