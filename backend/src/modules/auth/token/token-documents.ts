import { ApiProperty } from '@nestjs/swagger';
import { EmailBody, PHONE, PASSWORD } from '../protocol/protocol-documents.js';

export class PasswordGrantBody extends EmailBody {
  @ApiProperty({ ...PHONE, required: false, description: 'Instead of `email`.' })
  phone?: string;
  @ApiProperty(PASSWORD)
  password: string;
}

export class RefreshGrantBody {
  @ApiProperty({ example: 'Jf5Rk0…', description: 'Refresh token of the session. Each can be used once.' })
  refresh_token: string;
}

export class CodeGrantBody {
  @ApiProperty({
    example: 'm2GkXv…',
    description: 'The `code` from the redirect. Can be used once, within five minutes.',
  })
  auth_code: string;
  @ApiProperty({
    example: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    description: 'The code verifier for the challenge that started the flow.',
  })
  code_verifier: string;
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
    maxLength: 20480,
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
