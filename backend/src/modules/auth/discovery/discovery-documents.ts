import { ApiProperty } from '@nestjs/swagger';

export class KeySetDocument {
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  keys: object[];
}

export class OpenIdConfigurationDocument {
  @ApiProperty({ format: 'uri' })
  issuer: string;
  @ApiProperty({ format: 'uri' })
  authorization_endpoint: string;
  @ApiProperty({ format: 'uri' })
  token_endpoint: string;
  @ApiProperty({ format: 'uri' })
  jwks_uri: string;
  @ApiProperty({ format: 'uri' })
  userinfo_endpoint: string;
  @ApiProperty({ type: [String] })
  response_types_supported: string[];
  @ApiProperty({ type: [String] })
  response_modes_supported: string[];
  @ApiProperty({ type: [String] })
  grant_types_supported: string[];
  @ApiProperty({ type: [String] })
  subject_types_supported: string[];
  @ApiProperty({ type: [String] })
  id_token_signing_alg_values_supported: string[];
  @ApiProperty({ type: [String] })
  token_endpoint_auth_methods_supported: string[];
  @ApiProperty({ type: [String] })
  code_challenge_methods_supported: string[];
  @ApiProperty({ type: [String] })
  scopes_supported: string[];
  @ApiProperty({ type: [String] })
  claims_supported: string[];
}

export class HealthDocument {
  @ApiProperty()
  version: string;
  @ApiProperty({ example: 'GoTrue' })
  name: string;
  @ApiProperty()
  description: string;
}

export class SettingsDocument {
  @ApiProperty({ type: Object, additionalProperties: { type: 'boolean' } })
  external: object;
  @ApiProperty({
    type: Object,
    additionalProperties: { type: 'string' },
    example: { 'custom:acme': 'Acme staff' },
    description: 'Display names of custom providers in `external`. A custom extension of the protocol.',
  })
  external_names: object;
  @ApiProperty()
  disable_signup: boolean;
  @ApiProperty()
  mailer_autoconfirm: boolean;
  @ApiProperty()
  phone_autoconfirm: boolean;
  @ApiProperty()
  sms_provider: string;
  @ApiProperty()
  saml_enabled: boolean;
  @ApiProperty()
  saml_private_key_next_configured: boolean;
  @ApiProperty()
  passkeys_enabled: boolean;
}
