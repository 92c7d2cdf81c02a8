import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { ADMIN_PATH, FUNCTIONS_PATH } from '@subscription-site/shared/paths';
import type { Settings } from '../platform/config/settings.js';
import { refusalWith } from '../platform/http/documentation.js';

/** Where a body is JSON or refused. The authentication service has its own protocol, and the provider signs raw bodies. */
export const JSON_PREFIXES = [FUNCTIONS_PATH, ADMIN_PATH];

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
  return withJsonBodies(SwaggerModule.createDocument(app, builder));
}

/** Every call below these that carries a body may be refused for its form, before its route is asked. */
function withJsonBodies(document: OpenAPIObject): OpenAPIObject {
  const { description, schema } = refusalWith(['unsupported_media_type']);
  for (const [path, { post }] of Object.entries(document.paths)) {
    if (!post || !JSON_PREFIXES.some((prefix) => path.startsWith(`${prefix}/`))) continue;
    post.responses['415'] = { description: description!, content: { 'application/json': { schema } } };
  }
  return document;
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
