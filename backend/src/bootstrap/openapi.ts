import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Settings } from '../platform/config/settings.js';

/** The whole API as an OpenAPI document, generated from the code. */
export function describeApi(app: NestExpressApplication, settings: Settings): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle(`API of ${settings.productName}`)
    .setDescription(
      'Accounts (the wire protocol of Supabase Auth), functions (checkout and subscriptions), support and operation. ' +
        'Refusals of functions, account and admin calls carry a stable `code` and a `requestId`.',
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
  return SwaggerModule.createDocument(app, builder);
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
