import { isMailAddress } from './sender.js';

/** Reads environment variables and collects all errors, so that an operator sees them at once. */
export class EnvironmentReader {
  readonly errors: string[] = [];
  private readonly formerNames = new Map<string, string>();

  constructor(private readonly env: Readonly<Record<string, string | undefined>>) {}

  /** The name that the variable had in an earlier release; it is read if the variable isn't set. */
  renamed(formerName: string, name: string): void {
    this.formerNames.set(name, formerName);
  }

  /** Without a fallback, a missing or empty variable is an error. */
  text(name: string, fallback?: string): string {
    return this.read(name) ?? fallback ?? this.missing(name);
  }

  /** Text that ends up in email headers and page titles. */
  line(name: string, fallback: string): string {
    const value = this.text(name, fallback);
    if (/\p{Cc}/u.test(value)) this.addError(name, 'must be one line without control characters');
    return value;
  }

  email(name: string, fallback: string): string {
    const value = this.text(name, fallback);
    if (!isMailAddress(value)) this.addError(name, 'must be an email address');
    return value;
  }

  optional(name: string): string | undefined {
    return this.read(name);
  }

  /** True if the variable is set, even to an empty value. */
  has(name: string): boolean {
    return this.env[name] !== undefined;
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const input = this.read(name);
    if (input === undefined) return fallback;
    const value = Number(input);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    this.addError(name, `must be an integer from ${min} to ${max}`);
    return fallback;
  }

  flag(name: string, fallback: boolean): boolean {
    const input = this.read(name)?.toLowerCase();
    if (input === undefined) return fallback;
    if (['true', 'on', '1', 'yes'].includes(input)) return true;
    if (['false', 'off', '0', 'no'].includes(input)) return false;
    this.addError(name, 'must be on or off');
    return fallback;
  }

  /** One of the values, in this spelling. */
  choice<T extends string>(name: string, values: readonly T[], fallback: T): T {
    const input = this.read(name) ?? fallback;
    if (!values.includes(input as T)) this.addError(name, `must be one of ${values.join(', ')}`);
    return input as T;
  }

  list(name: string): string[] {
    return (this.read(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
  }

  /** An absolute URL with one of the protocols, such as `https:`, without its trailing slash. */
  url(name: string, protocols: readonly string[], fallback?: string): string {
    const value = this.text(name, fallback);
    if (value && !protocols.includes(URL.parse(value)?.protocol ?? '')) {
      this.addError(name, `must be a URL starting with ${protocols.map((item) => `${item}//`).join(' or ')}`);
    }
    return value.replace(/\/+$/, '');
  }

  optionalUrl(name: string, protocols: readonly string[]): string | undefined {
    return this.read(name) === undefined ? undefined : this.url(name, protocols);
  }

  addError(name: string, problem: string): void {
    this.errors.push(`${name} ${problem}`);
  }

  private read(name: string): string | undefined {
    const formerName = this.formerNames.get(name);
    return this.env[name]?.trim() || (formerName && this.env[formerName]?.trim()) || undefined;
  }

  private missing(name: string): string {
    this.addError(name, 'is missing');
    return '';
  }
}
