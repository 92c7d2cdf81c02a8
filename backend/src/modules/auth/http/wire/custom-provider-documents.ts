import { ApiProperty, OmitType } from '@nestjs/swagger';
import { CUSTOM_PROVIDER_TYPES } from '../../domain/custom-provider.js';

const TEXTS = {
  type: 'array' as const,
  items: { type: 'string' as const, maxLength: 500 },
  maxItems: 50,
};
const NAMED = { type: Object, additionalProperties: { type: 'string' as const } };
const URL = { format: 'uri', maxLength: 2000 };
const OF_OPENID = 'OpenID alone.';
const OF_OAUTH = 'Plain OAuth alone.';

export class CustomProviderChangeBody {
  @ApiProperty({ required: false, example: 'Acme', maxLength: 500, description: 'For people.' })
  name?: string;
  @ApiProperty({ required: false, example: 'site', maxLength: 500 })
  client_id?: string;
  @ApiProperty({
    required: false,
    example: 's3cr3t',
    maxLength: 4000,
    description: 'Kept encrypted, never told.',
  })
  client_secret?: string;
  @ApiProperty({
    ...TEXTS,
    required: false,
    example: ['phone-app'],
    description: 'Whom ID tokens may be made for, beside `client_id`.',
  })
  acceptable_client_ids?: string[];
  @ApiProperty({ ...TEXTS, required: false, example: ['openid', 'email', 'profile'] })
  scopes?: string[];
  @ApiProperty({ required: false, default: true })
  pkce_enabled?: boolean;
  @ApiProperty({
    ...NAMED,
    required: false,
    example: { sub: 'id', email: 'mail' },
    description: 'By the usual names of claims, the names that this provider has for them.',
  })
  attribute_mapping?: object;
  @ApiProperty({
    ...TEXTS,
    required: false,
    example: ['groups'],
    description: 'Claims that identities keep as they came, under `custom_claims`.',
  })
  custom_claims_allowlist?: string[];
  @ApiProperty({
    ...NAMED,
    required: false,
    example: { prompt: 'login' },
    description: 'For the page of the provider; none that OAuth has a meaning for.',
  })
  authorization_params?: object;
  @ApiProperty({ required: false, default: true })
  enabled?: boolean;
  @ApiProperty({ required: false, default: false, description: 'Accounts without an address are allowed.' })
  email_optional?: boolean;
  @ApiProperty({
    ...URL,
    required: false,
    example: 'https://id.acme.example',
    description: `As it names itself. ${OF_OPENID}`,
  })
  issuer?: string;
  @ApiProperty({
    ...URL,
    required: false,
    example: 'https://id.acme.example/.well-known/openid-configuration',
    description: `Where the document is, if not where an issuer has it. ${OF_OPENID}`,
  })
  discovery_url?: string;
  @ApiProperty({ required: false, default: false, description: OF_OPENID })
  skip_nonce_check?: boolean;
  @ApiProperty({
    ...URL,
    required: false,
    example: 'https://id.acme.example/authorize',
    description: OF_OAUTH,
  })
  authorization_url?: string;
  @ApiProperty({ ...URL, required: false, example: 'https://id.acme.example/token', description: OF_OAUTH })
  token_url?: string;
  @ApiProperty({ ...URL, required: false, example: 'https://id.acme.example/me', description: OF_OAUTH })
  userinfo_url?: string;
  @ApiProperty({
    ...URL,
    required: false,
    example: 'https://id.acme.example/keys',
    description: `Kept, not asked: without OpenID there is nothing to verify. ${OF_OAUTH}`,
  })
  jwks_uri?: string;
}

export class CustomProviderBody extends CustomProviderChangeBody {
  @ApiProperty({ enum: CUSTOM_PROVIDER_TYPES })
  provider_type: string;
  @ApiProperty({
    example: 'custom:acme',
    maxLength: 56,
    description: 'What clients ask for it by; stays.',
  })
  identifier: string;
}

export class CustomProviderDocument extends OmitType(CustomProviderBody, ['client_secret'] as const) {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({
    type: Object,
    additionalProperties: true,
    required: false,
    description: 'What the issuer told of itself when it was last written here.',
  })
  discovery_document?: object;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export class CustomProviderListDocument {
  @ApiProperty({ type: [CustomProviderDocument] })
  providers: CustomProviderDocument[];
}
