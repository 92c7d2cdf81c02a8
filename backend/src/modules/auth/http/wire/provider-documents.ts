import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiQuery } from '@nestjs/swagger';
import { RedirectQuery } from './wire-documentation.js';

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

export class IdTokenGrantBody {
  @ApiProperty({ required: false, example: 'google', description: 'Required unless `issuer` is set.' })
  provider?: string;
  @ApiProperty({ required: false, example: 'https://accounts.google.com' })
  issuer?: string;
  @ApiProperty({ example: 'eyJhbGciOi…' })
  id_token: string;
  @ApiProperty({
    required: false,
    example: 'ya29.a0…',
    description: 'Compared with the `at_hash` claim of the ID token.',
  })
  access_token?: string;
  @ApiProperty({
    required: false,
    example: '9f1c…',
    description: 'The nonce before hashing. The ID token must contain its SHA-256 in hexadecimal.',
  })
  nonce?: string;
  @ApiProperty({
    required: false,
    default: false,
    description: 'Link the identity to the current user instead of signing in.',
  })
  link_identity?: boolean;
}

export class WalletGrantBody {
  @ApiProperty({ enum: ['ethereum', 'solana'] })
  chain: string;
  @ApiProperty({
    minLength: 64,
    maxLength: 20_480,
    example: 'example.com wants you to sign in with your Ethereum account:\n0x…',
    description: 'EIP-4361 or its Solana equivalent. Can be used once, within ten minutes.',
  })
  message: string;
  @ApiProperty({
    example: '0x4f…',
    description: 'Ethereum: 65 bytes in hexadecimal. Solana: 64 bytes in base64.',
  })
  signature: string;
}
