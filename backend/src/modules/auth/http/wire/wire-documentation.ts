import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiQuery, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { WireErrorDocument } from './documents.js';

const EVERYWHERE: Record<number, readonly string[]> = {
  429: ['over_request_rate_limit'],
  500: ['unexpected_failure'],
  503: ['unexpected_failure'],
  504: ['request_timeout'],
};

/** Documents the refusals of a route in the shape of the wire protocol: its own by status, and those every route may give. */
export function WireRefuses(own: Record<number, readonly string[]> = {}): ClassDecorator & MethodDecorator {
  const statuses = [...new Set([...Object.keys(own), ...Object.keys(EVERYWHERE)])]
    .map(Number)
    .sort((a, b) => a - b);
  return applyDecorators(
    ApiExtraModels(WireErrorDocument),
    ...statuses.map((status) => {
      const codes = [...(own[status] ?? []), ...(EVERYWHERE[status] ?? [])];
      return ApiResponse({
        status,
        description: codes.map((code) => `\`${code}\``).join(', '),
        schema: {
          allOf: [{ $ref: getSchemaPath(WireErrorDocument) }, { properties: { code: { enum: codes } } }],
        },
        ...(status === 429 || status >= 503
          ? { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } }
          : {}),
      });
    }),
  );
}

/** Documents where links of ours may lead. */
export const RedirectQuery = (): MethodDecorator =>
  ApiQuery({
    name: 'redirect_to',
    required: false,
    schema: { type: 'string', format: 'uri', example: 'https://www.example.com/' },
    description:
      'Where the link leads in the end. Honoured on the site, on loopback and on the allow list; else the site.',
  });
