import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiQuery, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { jsonError, mergeErrorCodes } from '../../../platform/http/documentation.js';
import { OAuthErrorDocument, UnversionedErrorDocument, AuthErrorDocument } from './error-documents.js';

const COMMON_ERRORS: Record<number, readonly string[]> = {
  400: ['validation_failed', 'bad_json'],
  413: ['request_entity_too_large'],
  429: ['over_request_rate_limit'],
  500: ['unexpected_failure'],
  503: ['unexpected_failure'],
  504: ['request_timeout'],
};

const VERSION_HEADERS = {
  'X-Supabase-Api-Version': {
    description: 'Only sent if the request specified this version or a later one.',
    schema: { type: 'string', enum: ['2024-01-01'] },
  },
  'x-sb-error-code': { description: 'The error code.', schema: { type: 'string' } },
};

export interface AuthErrorOptions {
  /** Statuses whose body may also be an OAuth error (`{error, error_description}`). */
  oauthErrors?: readonly number[];
}

/** Documents the errors of a route, in both formats of the wire protocol: its own codes by status, and those common to all routes. */
export function AuthErrors(
  routeErrors: Record<number, readonly string[]> = {},
  { oauthErrors = [] }: AuthErrorOptions = {},
): ClassDecorator & MethodDecorator {
  return applyDecorators(
    ApiExtraModels(AuthErrorDocument, UnversionedErrorDocument, OAuthErrorDocument),
    ...mergeErrorCodes(routeErrors, COMMON_ERRORS).map(([status, codes]) =>
      ApiResponse({
        status,
        ...jsonError(codes, {
          oneOf: [
            withCodes(AuthErrorDocument, { code: { type: 'string', enum: codes } }),
            withCodes(UnversionedErrorDocument, {
              code: { type: 'integer', enum: [status] },
              error_code: { type: 'string', enum: codes },
            }),
            ...(oauthErrors.includes(status) ? [{ $ref: getSchemaPath(OAuthErrorDocument) }] : []),
          ],
        }),
        headers: {
          ...VERSION_HEADERS,
          ...(status === 429 || status >= 503
            ? { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }
            : {}),
        },
      }),
    ),
  );
}

function withCodes(document: new () => object, properties: Record<string, object>): object {
  return { allOf: [{ $ref: getSchemaPath(document) }, { type: 'object', properties }] };
}

export const RedirectQuery = (): MethodDecorator =>
  ApiQuery({
    name: 'redirect_to',
    required: false,
    schema: { type: 'string', format: 'uri', example: 'https://www.example.com/' },
    description:
      'Where to redirect afterward. Must be on the site, on loopback or on the allow list; otherwise the site is used.',
  });
