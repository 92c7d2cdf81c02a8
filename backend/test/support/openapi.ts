import type { OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];
type OperationObject = NonNullable<PathItem['get']>;

/** The part of a schema that tests use. */
export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  type?: string;
  format?: string;
  enum?: unknown[];
  example?: unknown;
  nullable?: boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
}

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  example?: unknown;
  schema?: Schema;
}

/** One documented method of one path. */
export interface Operation {
  /** `POST /api/auth/v1/verify` */
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: { type: string; schema: Schema } | undefined;
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

export async function readDocument(url: string): Promise<OpenAPIObject> {
  return (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenAPIObject;
}

export function listOperations(document: OpenAPIObject): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, OperationObject>).map(([method, operation]) => {
      const content = (operation.requestBody as { content?: Record<string, { schema?: Schema }> } | undefined)
        ?.content;
      const [type, media] = Object.entries(content ?? {})[0] ?? [];
      return {
        id: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters: (operation.parameters ?? []) as Parameter[],
        body: type ? { type, schema: media?.schema ?? {} } : undefined,
        responses: operation.responses as Operation['responses'],
      };
    }),
  );
}

/** Resolves a reference; returns any other schema unchanged. */
export function resolve(document: OpenAPIObject, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return resolve(document, document.components!.schemas![schema.$ref.split('/').at(-1)!] as Schema);
}

/** The schema and, recursively, its `allOf`, `oneOf` and `anyOf` parts. */
export function flattenSchema(document: OpenAPIObject, schema: Schema): Schema[] {
  const resolved = resolve(document, schema);
  const parts = [...(resolved.allOf ?? []), ...(resolved.oneOf ?? []), ...(resolved.anyOf ?? [])];
  return [resolved, ...parts.flatMap((part) => flattenSchema(document, part))];
}
