import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiQuery } from '@nestjs/swagger';
import { RedirectQuery } from '../../protocol/auth-documentation.js';

/** Documents the query parameters that start an OAuth flow. */
export const ProviderQuery = (): MethodDecorator =>
  applyDecorators(
    ApiQuery({
      name: 'provider',
      schema: { type: 'string', example: 'google' },
      description: 'A provider that `settings` lists as enabled.',
    }),
    RedirectQuery(),
    ApiQuery({
      name: 'scopes',
      required: false,
      schema: { type: 'string', example: 'repo gist' },
      description: "Additional scopes for the provider's API, separated by spaces.",
    }),
    ApiQuery({
      name: 'code_challenge',
      required: false,
      schema: {
        type: 'string',
        minLength: 43,
        maxLength: 128,
        example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      },
    }),
    ApiQuery({ name: 'code_challenge_method', required: false, enum: ['s256', 'plain'] }),
  );

export class CallbackBody {
  @ApiProperty({ required: false, example: 'c6f0…' })
  code?: string;
  @ApiProperty({ format: 'uuid' })
  state: string;
  @ApiProperty({ required: false, example: 'access_denied' })
  error?: string;
  @ApiProperty({
    required: false,
    example: '{"name":{"firstName":"Ada"}}',
    description: 'JSON, sent by Apple only.',
  })
  user?: string;
}

export class AuthorizationUrlDocument {
  @ApiProperty({ format: 'uri', description: 'The URL to open in the browser.' })
  url: string;
}
