import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { resolve, type Operation, type Schema } from './openapi.js';

export interface ReceivedResponse {
  status: number;
  /** `Content-Type` without parameters; empty if missing. */
  type: string;
  text: string;
}

/** Validates responses against the OpenAPI document. */
export class ResponseSchemas {
  private readonly ajv = new Ajv2019({ strict: false, allErrors: false, validateFormats: true });
  private readonly compiled = new Map<string, ValidateFunction[]>();

  constructor(private readonly document: OpenAPIObject) {
    addFormats.default(this.ajv);
  }

  /** How the response differs from the document; undefined for a documented response. */
  mismatch(operation: Operation, { status, type, text }: ReceivedResponse): string | undefined {
    const documented = operation.responses[status];
    if (!documented) return 'undocumented status';
    if (documented.content === undefined) {
      return text === '' ? undefined : 'undocumented body';
    }
    const media = documented.content[type] ?? documented.content['*/*'];
    if (!media) return `undocumented content type "${type}"`;
    if (operation.method === 'HEAD') return text === '' ? undefined : 'a body';
    let body: unknown = text;
    // A file with JSON is still documented as bytes.
    if (type === 'application/json' && media !== documented.content['*/*']) {
      try {
        body = JSON.parse(text);
      } catch {
        return 'not JSON';
      }
    }
    const failed = this.getValidators(media.schema ?? {}).find((validate) => !validate(body));
    return failed && `${this.ajv.errorsText(failed.errors)}`;
  }

  /** The schema as documented, and a strict copy that allows no other fields. Most errors of all operations share one. */
  private getValidators(schema: Schema): ValidateFunction[] {
    const key = JSON.stringify(schema);
    let validators = this.compiled.get(key);
    if (!validators) {
      validators = [false, true].map((closed) => this.ajv.compile(this.inlined(schema, closed)));
      this.compiled.set(key, validators);
    }
    return validators;
  }

  /** The schema with all references inlined. */
  private inlined(
    schema: Schema,
    closed: boolean,
    isPart = false,
  ): Schema & { unevaluatedProperties?: false } {
    const resolved = resolve(this.document, schema);
    const { properties, items, allOf, oneOf, anyOf, additionalProperties } = resolved;
    const each = (parts: Schema[]) => parts.map((part) => this.inlined(part, closed, isPart));
    const open = additionalProperties !== undefined || !(properties ?? allOf);
    return {
      ...resolved,
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
