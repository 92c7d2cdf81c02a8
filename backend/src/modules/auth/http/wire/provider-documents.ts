import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiQuery } from '@nestjs/swagger';
import { RedirectQuery } from './wire-documentation.js';

/** Documents what a browser leaves for a provider with. */
export const ProviderQuery = (): MethodDecorator =>
  applyDecorators(
    ApiQuery({
      name: 'provider',
      schema: { type: 'string', example: 'google' },
      description: 'One that `settings` tells of as offered.',
    }),
    RedirectQuery(),
    ApiQuery({
      name: 'scopes',
      required: false,
      schema: { type: 'string', example: 'repo gist' },
      description: 'For the API of the provider, beside those that signing in needs; separated by spaces.',
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
  @ApiProperty({ required: false, example: 'user_cancelled_authorize' })
  error?: string;
  @ApiProperty({ required: false, example: '{"name":{"firstName":"Ada"}}', description: 'JSON, of Apple.' })
  user?: string;
}

export class AuthorizationUrlDocument {
  @ApiProperty({ format: 'uri', description: 'Where the browser is to go.' })
  url: string;
}

export class IdTokenGrantBody {
  @ApiProperty({ required: false, example: 'google', description: 'Or `issuer`.' })
  provider?: string;
  @ApiProperty({ required: false, example: 'https://accounts.google.com' })
  issuer?: string;
  @ApiProperty({ example: 'eyJhbGciOi…' })
  id_token: string;
  @ApiProperty({
    required: false,
    example: 'ya29.a0…',
    description: 'Compared with what the token tells of it.',
  })
  access_token?: string;
  @ApiProperty({
    required: false,
    example: '9f1c…',
    description: 'As the client chose it; the token carries its SHA-256 in hexadecimal digits.',
  })
  nonce?: string;
  @ApiProperty({ required: false, default: false, description: "Link it to the bearer's account instead." })
  link_identity?: boolean;
}

export class WalletGrantBody {
  @ApiProperty({ enum: ['ethereum', 'solana'] })
  chain: string;
  @ApiProperty({
    minLength: 64,
    maxLength: 20_480,
    example: 'example.com wants you to sign in with your Ethereum account:\n0x…',
    description: 'EIP-4361, or its like for Solana. Good for ten minutes and one session.',
  })
  message: string;
  @ApiProperty({
    example: '0x4f…',
    description: 'Ethereum: 65 bytes in hexadecimal digits. Solana: 64 in base 64.',
  })
  signature: string;
}
