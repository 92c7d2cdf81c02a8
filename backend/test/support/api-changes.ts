type Json = Record<string, unknown>;

interface Schema {
  $ref?: string;
  type?: string;
  nullable?: boolean;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

type Content = Record<string, { schema?: Schema }>;

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
  security?: object[];
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

/** Requests must accept what they accepted; responses must not return what they didn't. */
type Direction = 'request' | 'response';

const LOWER_BOUNDS = ['minimum', 'minLength', 'minItems', 'minProperties'] as const;
const UPPER_BOUNDS = ['maximum', 'maxLength', 'maxItems', 'maxProperties'] as const;

/**
 * Changes that can break a client of the released API, each with the operation and the field. Additions don't, including new values of
 * an enum in a response. Error responses may change.
 */
export function breakingChanges(released: ApiDocument, current: ApiDocument): string[] {
  return Object.entries(released.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const now = current.paths[path]?.[method];
      return now ? new OperationChanges(released, current, name).of(operation, now) : [`${name}: removed`];
    }),
  );
}

class OperationChanges {
  private readonly found: string[] = [];
  /** Pairs of named schemas that are being compared: they may be recursive. */
  private readonly open = new Set<string>();

  constructor(
    private readonly released: ApiDocument,
    private readonly current: ApiDocument,
    private readonly name: string,
  ) {}

  of(before: Operation, after: Operation): string[] {
    if (before.security?.length === 0 && after.security?.length) this.add('', 'requires authentication');
    this.compareParameters(before.parameters ?? [], after.parameters ?? []);
    this.compareBodies(before.requestBody, after.requestBody);
    for (const [status, { content }] of Object.entries(before.responses)) {
      if (!/^[23]/.test(status)) continue;
      const now = after.responses[status];
      if (now) this.compareContent(content, now.content, `response ${status}`, 'response');
      else this.add(`response ${status}`, 'removed');
    }
    return this.found;
  }

  private add(where: string, what: string): void {
    this.found.push(`${this.name}${where && `, ${where}`}: ${what}`);
  }

  private compareParameters(before: Parameter[], after: Parameter[]): void {
    const find = (all: Parameter[], { name, in: place }: Parameter) =>
      all.find((one) => one.name === name && one.in === place);
    for (const parameter of before) {
      const where = `${parameter.in} parameter ${parameter.name}`;
      const now = find(after, parameter);
      if (!now) this.add(where, 'removed');
      else this.compare(parameter.schema, now.schema, where, 'request');
    }
    for (const parameter of after)
      if (parameter.required && !find(before, parameter)?.required)
        this.add(`${parameter.in} parameter ${parameter.name}`, 'required');
  }

  private compareBodies(before: Operation['requestBody'], after: Operation['requestBody']): void {
    if (after?.required && !before?.required) this.add('request', 'required');
    this.compareContent(before?.content, after?.content, 'request', 'request');
  }

  private compareContent(
    before: Content = {},
    after: Content = {},
    where: string,
    direction: Direction,
  ): void {
    for (const [type, { schema }] of Object.entries(before)) {
      const now = after[type];
      if (now) this.compare(schema, now.schema, where, direction);
      else this.add(where, `${type} removed`);
    }
  }

  private compare(before: Schema = {}, after: Schema = {}, where: string, direction: Direction): void {
    const pair = before.$ref && after.$ref && `${before.$ref} ${after.$ref}`;
    if (pair && this.open.has(pair)) return;
    if (pair) this.open.add(pair);
    const [old, now] = [resolved(this.released, before), resolved(this.current, after)];
    if (getAlternatives(old) || getAlternatives(now)) this.compareAlternatives(old, now, where, direction);
    else this.compareResolved(old, now, where, direction);
    if (pair) this.open.delete(pair);
  }

  /** If their number differs, each must match one of the others. */
  private compareAlternatives(before: Schema, after: Schema, where: string, direction: Direction): void {
    const [old, now] = [getAlternatives(before) ?? [before], getAlternatives(after) ?? [after]];
    if (old.length === now.length) {
      for (const [index, schema] of old.entries()) this.compare(schema, now[index], where, direction);
      return;
    }
    const matches = (one: Schema, other: Schema): boolean => {
      const trial = new OperationChanges(this.released, this.current, this.name);
      trial.compare(one, other, where, direction);
      return trial.found.length === 0;
    };
    const isUnchanged =
      direction === 'request'
        ? old.every((one) => now.some((other) => matches(one, other)))
        : now.every((other) => old.some((one) => matches(one, other)));
    if (!isUnchanged) this.add(where, 'alternatives changed');
  }

  private compareResolved(before: Schema, after: Schema, where: string, direction: Direction): void {
    const [wide, narrow] = direction === 'request' ? [after, before] : [before, after];
    const [allowed, possible] = [getTypes(wide), getTypes(narrow)];
    if (allowed && !possible?.every((type) => allowed.includes(type)))
      this.add(where, `type ${formatTypes(getTypes(before))} became ${formatTypes(getTypes(after))}`);
    // It has no format and no properties.
    if (formatTypes(possible) === 'null') return;
    if (wide.format && wide.format !== narrow.format)
      this.add(where, `format ${before.format ?? 'any'} became ${after.format ?? 'any'}`);
    if (direction === 'request') this.compareBounds(before, after, where);
    this.compareProperties(before, after, where, direction);
    if (before.items && after.items) this.compare(before.items, after.items, `${where}[]`, direction);
    const [values, newValues] = [before.additionalProperties, after.additionalProperties];
    if (typeof values === 'object' && typeof newValues === 'object')
      this.compare(values, newValues, `${where}.*`, direction);
  }

  private compareBounds(before: Schema, after: Schema, where: string): void {
    const missing =
      after.enum && (before.enum ? before.enum.filter((one) => !after.enum!.includes(one)) : ['others']);
    if (missing?.length) this.add(where, `no longer accepts ${missing.map(String).join(', ')}`);
    if (after.pattern && after.pattern !== before.pattern) this.add(where, `pattern became ${after.pattern}`);
    for (const [bounds, none, sign] of [
      [LOWER_BOUNDS, -Infinity, 1],
      [UPPER_BOUNDS, Infinity, -1],
    ] as const)
      for (const bound of bounds) {
        const [old = none, now = none] = [(before as Json)[bound], (after as Json)[bound]] as (
          | number
          | undefined
        )[];
        if ((now - old) * sign > 0) this.add(where, `${bound} ${old} became ${now}`);
      }
  }

  private compareProperties(before: Schema, after: Schema, where: string, direction: Direction): void {
    const [old, now] = [before.properties ?? {}, after.properties ?? {}];
    const isRequired = ({ required }: Schema, name: string) => required?.includes(name) ?? false;
    for (const [name, schema] of Object.entries(old)) {
      const field = `${where}.${name}`;
      if (!now[name]) this.add(field, 'removed');
      else this.compare(schema, now[name], field, direction);
      if (direction === 'response' && now[name] && isRequired(before, name) && !isRequired(after, name))
        this.add(field, 'became optional');
    }
    if (direction === 'response') return;
    for (const name of after.required ?? [])
      if (!isRequired(before, name)) this.add(`${where}.${name}`, 'required');
  }
}

function resolved(document: ApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  const named = name === undefined ? schema : document.components?.schemas?.[name];
  if (!named) throw new Error(`${schema.$ref} is not in the document.`);
  if (!named.allOf) return named;
  const parts = [...named.allOf.map((part) => resolved(document, part)), named];
  return {
    ...(Object.assign({}, ...parts) as Schema),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Record<string, Schema>,
    required: parts.flatMap(({ required }) => required ?? []),
  };
}

const getAlternatives = ({ oneOf, anyOf }: Schema): Schema[] | undefined => oneOf ?? anyOf;

/** Undefined for any type. */
function getTypes({ type, nullable, enum: values }: Schema): string[] | undefined {
  if (!type) return undefined;
  if (values?.every((value) => value === null)) return ['null'];
  return [...(type === 'number' ? ['number', 'integer'] : [type]), ...(nullable ? ['null'] : [])];
}

const formatTypes = (types: string[] | undefined): string => types?.join(' or ') ?? 'any';
