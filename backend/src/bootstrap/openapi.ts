import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { ACCOUNT_PATH, ADMIN_PATH, FUNCTIONS_PATH } from '@subscription-site/shared/paths';
import type { Settings } from '../platform/config/settings.js';
import { errorResponse } from '../platform/http/documentation.js';

/** Where a body is JSON or rejected. The authentication service has its own protocol, and the provider signs raw bodies. */
export const JSON_PREFIXES = [FUNCTIONS_PATH, ACCOUNT_PATH, ADMIN_PATH];

/** The whole API as an OpenAPI document, generated from the code. */
export function describeApi(app: NestExpressApplication, settings: Settings): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle(`API of ${settings.productName}`)
    .setDescription(
      'Accounts (the wire protocol of Supabase Auth), functions (checkout and subscriptions), support and operation. ' +
        'Refusals of functions, account and admin calls carry a stable `code` and a `requestId`. Where a path is served for ' +
        'other methods alone the answer is 405 with `Allow`. A request whose host, target or framing is ambiguous is answered with ' +
        '400 `malformed_request` before its route is asked.',
    )
    .setVersion('1')
    .addServer(settings.siteUrl)
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Access token of a session.' },
      'session',
    )
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN of the operator.' },
      'metrics',
    )
    .build();
  const document = byMethod(SwaggerModule.createDocument(app, builder));
  for (const schema of Object.values(document.components?.schemas ?? {})) {
    for (const property of Object.values(('properties' in schema && schema.properties) || {})) {
      // A nullable enumeration has to name null as well (OpenAPI 3.0.3, "nullable").
      if ('enum' in property && property.enum && property.nullable) {
        property.enum = [...new Set([...property.enum, null])];
      }
    }
  }
  return document;
}

/** What the decorators of a route cannot know: a GET has no body to be rejected for, and a route without a security scheme is public. */
function byMethod(document: OpenAPIObject): OpenAPIObject {
  const onlyOfBodies = errorResponse(['bad_json']).description;
  for (const item of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(item as Record<string, OperationObject>)) {
      operation.security ??= [];
      const { responses } = operation;
      if (method !== 'get') continue;
      for (const status of ['413', '415']) delete responses[status];
      if (responses['400']?.description === onlyOfBodies) delete responses['400'];
    }
  }
  return document;
}

interface OperationObject {
  security?: object[];
  responses: Record<string, { description?: string }>;
}

/** Serves the document at `/api/openapi.json` and a readable page at `/api/docs`. */
export function serveDocumentation(app: NestExpressApplication, settings: Settings): void {
  SwaggerModule.setup('docs', app, () => describeApi(app, settings), {
    useGlobalPrefix: true,
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: `API of ${settings.productName}`,
    swaggerOptions: { defaultModelsExpandDepth: 0, docExpansion: 'list', tagsSorter: 'alpha' },
  });
}
