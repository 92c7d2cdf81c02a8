import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Express } from 'express';
import { ACCOUNT_PATH, ADMIN_PATH, FUNCTIONS_PATH } from '@subscription-site/shared/paths';
import { SITE_FOLDER } from '../platform/config/folders.js';
import type { Settings } from '../platform/config/settings.js';
import { VERSION } from '../platform/config/version.js';
import { errorResponse, RELAY_ERROR_HEADER } from '../platform/http/documentation.js';
import { GLOBAL_PREFIX, RouteTable } from '../platform/http/route-table.js';
import { API_ERRORS, API_SUMMARY } from './api-description.js';
import { documentationPage } from './documentation-page.js';
import { DOCUMENTATION_SCRIPT } from './documentation-script.js';
import { documentationStyle } from './documentation-style.js';

/** Routes that accept only JSON bodies. Supabase Auth has its own protocol, and webhook signatures cover raw bodies. */
export const JSON_PREFIXES = [FUNCTIONS_PATH, ACCOUNT_PATH, ADMIN_PATH];

/** Generates the OpenAPI document of the whole API from the code. */
function describeApi(app: NestExpressApplication, settings: Settings): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle(`${settings.productName} API`)
    .setDescription([API_SUMMARY, ...API_ERRORS].join(' '))
    .setVersion(VERSION)
    .setExternalDoc(`Back to ${settings.productName}`, settings.siteUrl)
    .addServer(settings.siteUrl)
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: "A session's access token." },
      'session',
    )
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: "The operator's METRICS_TOKEN." },
      'metrics',
    )
    .build();
  const document = adjustOperations(SwaggerModule.createDocument(app, builder));
  for (const schema of Object.values(document.components?.schemas ?? {})) {
    for (const property of Object.values(('properties' in schema && schema.properties) || {})) {
      // A nullable enum must also list null (OpenAPI 3.0.3, "nullable").
      if ('enum' in property && property.enum && property.nullable) {
        property.enum = [...new Set([...property.enum, null])];
      }
    }
  }
  return document;
}

/** Applies what a route's decorators cannot know: a GET has no body errors, a route without a security scheme is public, and functions report invalid tokens. */
function adjustOperations(document: OpenAPIObject): OpenAPIObject {
  const bodyErrorsOnly = errorResponse(['bad_json']).description;
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item as Record<string, OperationObject>)) {
      operation.security ??= [];
      const { responses } = operation;
      if (path.startsWith(FUNCTIONS_PATH) && responses['401']) responses['401'].headers = RELAY_ERROR;
      if (method !== 'get') continue;
      for (const status of ['413', '415']) delete responses[status];
      if (responses['400']?.description === bodyErrorsOnly) delete responses['400'];
    }
  }
  return document;
}

interface OperationObject {
  security?: object[];
  responses: Record<string, { description?: string; headers?: object }>;
}

const RELAY_ERROR = {
  [RELAY_ERROR_HEADER]: {
    description: '`true` if the token has expired or its signature is invalid.',
    schema: { type: 'string', enum: ['true'] },
  },
};

const DOCUMENTATION_PATH = 'docs';
const DOCUMENT_PATH = 'openapi.json';
const YAML_PATH = 'docs-yaml';

/** Serves the document at `/api/openapi.json` and the page for developers at `/api/docs`. */
export function serveDocumentation(app: NestExpressApplication, settings: Settings): void {
  app.get(RouteTable).addPages(DOCUMENTATION_PATH, DOCUMENT_PATH, YAML_PATH);
  let described: OpenAPIObject | undefined;
  const document = () => (described ??= describeApi(app, settings));
  const path = `/${GLOBAL_PREFIX}/${DOCUMENTATION_PATH}`;
  const style = documentationStyle(settings.siteFolder ?? SITE_FOLDER);
  const express = app.getHttpAdapter().getInstance() as Express;
  // Before Swagger UI's own page, of which only the assets are used.
  express.get(path, (_request, response) => {
    response.type('html').send(documentationPage(document(), { settings, path, style }));
  });
  express.get(`${path}/page.js`, (_request, response) => {
    response.type('js').send(DOCUMENTATION_SCRIPT);
  });
  SwaggerModule.setup(DOCUMENTATION_PATH, app, document, {
    useGlobalPrefix: true,
    jsonDocumentUrl: DOCUMENT_PATH,
    yamlDocumentUrl: YAML_PATH,
    swaggerOptions: {
      deepLinking: true,
      defaultModelsExpandDepth: 0,
      docExpansion: 'none',
      tagsSorter: 'alpha',
    },
  });
}
