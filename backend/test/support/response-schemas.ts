import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { resolve, type Operation, type Schema } from './openapi.js';

export interface ReceivedResponse {
  status: number;
  /** `Content-Type` without its parameters; empty without one. */
  type: string;
  text: string;
}

/** Checks responses against what the document says of their operation. */
export class ResponseSchemas {
  private readonly ajv = new Ajv2019({ strict: false, allErrors: false, validateFormats: true });
  private readonly compiled = new Map<string, ValidateFunction[]>();

  constructor(private readonly document: OpenAPIObject) {
    addFormats.default(this.ajv);
  }

  /** What the document does not say; undefined for a response as documented. */
  mismatch(operation: Operation, { status, type, text }: ReceivedResponse): string | undefined {
    const documented = operation.responses[status];
    if (!documented) return 'undocumented status';
    if (documented.content === undefined) {
      return text === '' ? undefined : 'a body where none is documented';
    }
    const media = documented.content[type];
    if (!media) return `undocumented content type "${type}"`;
    let body: unknown = text;
    if (type === 'application/json') {
      try {
        body = JSON.parse(text);
      } catch {
        return 'not JSON';
      }
    }
    const key = `${operation.id} ${status} ${type}`;
    const failed = this.validatorsOf(key, media.schema ?? {}).find((validate) => !validate(body));
    return failed && `${this.ajv.errorsText(failed.errors)}`;
  }

  /** The schema as it stands, and with no field allowed that it does not name. */
  private validatorsOf(key: string, schema: Schema): ValidateFunction[] {
    let validators = this.compiled.get(key);
    if (!validators) {
      validators = [false, true].map((closed) => this.ajv.compile(this.inlined(schema, closed)));
      this.compiled.set(key, validators);
    }
    return validators;
  }

  /** With references replaced by what they lead to. */
  private inlined(
    schema: Schema,
    closed: boolean,
    isPart = false,
  ): Schema & { unevaluatedProperties?: false } {
    const own = resolve(this.document, schema);
    const { properties, items, allOf, oneOf, anyOf, additionalProperties } = own;
    const each = (parts: Schema[]) => parts.map((part) => this.inlined(part, closed, isPart));
    const open = additionalProperties !== undefined || !(properties ?? allOf);
    return {
      ...own,
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, property]) => [name, this.inlined(property, closed)]),
        ),
      }),
      ...(items && { items: this.inlined(items, closed) }),
      ...(typeof additionalProperties === 'object' && {
        additionalProperties: this.inlined(additionalProperties, closed),
      }),
      ...(allOf && { allOf: allOf.map((part) => this.inlined(part, closed, true)) }),
      ...(oneOf && { oneOf: each(oneOf) }),
      ...(anyOf && { anyOf: each(anyOf) }),
      ...(closed && !isPart && !open && { unevaluatedProperties: false }),
    };
  }
}
