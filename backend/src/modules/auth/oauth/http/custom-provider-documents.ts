import { ApiProperty, OmitType } from '@nestjs/swagger';
import { CUSTOM_PROVIDER_TYPES } from '../domain/custom-provider.js';

const STRING_LIST = {
  type: 'array' as const,
  items: { type: 'string' as const, maxLength: 500 },
  maxItems: 50,
};
const STRING_MAP = { type: Object, additionalProperties: { type: 'string' as const } };
const URL = { format: 'uri', maxLength: 2000 };
const OIDC_ONLY = 'OpenID Connect only.';
const OAUTH_ONLY = 'Plain OAuth only.';

export class CustomProviderChangeBody {
  @ApiProperty({ required: false, example: 'Acme', maxLength: 500, description: 'Display name.' })
  name?: string;
  @ApiProperty({ required: false, example: 'site', maxLength: 500 })
  client_id?: string;
  @ApiProperty({
    required: false,
    example: 's3cr3t',
    maxLength: 4000,
    description: 'Stored encrypted and never returned.',
  })
  client_secret?: string;
  @ApiProperty({
    ...STRING_LIST,
    required: false,
    example: ['phone-app'],
    description: 'Accepted audiences of ID tokens besides `client_id`.',
  })
  acceptable_client_ids?: string[];
  @ApiProperty({ ...STRING_LIST, required: false, example: ['openid', 'email', 'profile'] })
  scopes?: string[];
  @ApiProperty({ required: false, default: true })
  pkce_enabled?: boolean;
  @ApiProperty({
    ...STRING_MAP,
    required: false,
    example: { sub: 'id', email: 'mail' },
    description: "The provider's claim name for each standard claim.",
  })
  attribute_mapping?: object;
  @ApiProperty({
    ...STRING_LIST,
    required: false,
    example: ['groups'],
    description: 'Claims to store unchanged in the identity under `custom_claims`.',
  })
  custom_claims_allowlist?: string[];
  @ApiProperty({
    ...STRING_MAP,
    required: false,
    example: { prompt: 'login' },
    description: 'Extra parameters for the authorization URL. Reserved OAuth parameters are not allowed.',
  })
  authorization_params?: object;
  @ApiProperty({ required: false, default: true })
  enabled?: boolean;
  @ApiProperty({
    required: false,
    default: false,
    description: 'Whether users without an email address may sign up.',
  })
  email_optional?: boolean;
  @ApiProperty({
    ...URL,
    required: false,
    example: 'https://id.acme.example',
    description: `Must match the discovery document exactly. ${OIDC_ONLY}`,
  })
  issuer?: string;
  @ApiProperty({
    ...URL,
    required: false,
    example: 'https://id.acme.example/.well-known/openid-configuration',
    description: `URL of the discovery document, if it is not at the standard location. ${OIDC_ONLY}`,
  })
  discovery_url?: string;
  @ApiProperty({ required: false, default: false, description: OIDC_ONLY })
  skip_nonce_check?: boolean;
  @ApiProperty({
    ...URL,
    required: false,
    example: 'https://id.acme.example/authorize',
    description: OAUTH_ONLY,
  })
  authorization_url?: string;
  @ApiProperty({ ...URL, required: false, example: 'https://id.acme.example/token', description: OAUTH_ONLY })
  token_url?: string;
  @ApiProperty({ ...URL, required: false, example: 'https://id.acme.example/me', description: OAUTH_ONLY })
  userinfo_url?: string;
  @ApiProperty({
    ...URL,
    required: false,
    example: 'https://id.acme.example/keys',
    description: `Stored but not used, since plain OAuth has no ID tokens. ${OAUTH_ONLY}`,
  })
  jwks_uri?: string;
}

export class CustomProviderBody extends CustomProviderChangeBody {
  @ApiProperty({ enum: CUSTOM_PROVIDER_TYPES })
  provider_type: string;
  @ApiProperty({
    example: 'custom:acme',
    maxLength: 56,
    description: 'The `provider` value that clients send. Cannot be changed.',
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
    description: 'The discovery document as of the last update of this provider.',
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
