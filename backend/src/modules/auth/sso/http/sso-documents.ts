import { ApiProperty } from '@nestjs/swagger';

const DOMAIN = { example: 'company.example', maxLength: 253 };
const MAPPING = {
  type: Object,
  additionalProperties: { type: 'string' as const },
  example: { email: 'mail', name: 'displayName' },
  description: 'Names of the SAML attributes for email and name, if they are not standard.',
};

export class SsoBody {
  @ApiProperty({ required: false, format: 'uuid', description: 'Required unless `domain` is set.' })
  provider_id?: string;
  @ApiProperty({ ...DOMAIN, required: false, description: "Domain of the user's email address." })
  domain?: string;
  @ApiProperty({ required: false, format: 'uri', example: 'https://example.com/welcome' })
  redirect_to?: string;
  @ApiProperty({
    required: false,
    default: false,
    description: 'Return the URL as JSON instead of redirecting.',
  })
  skip_http_redirect?: boolean;
  @ApiProperty({
    required: false,
    minLength: 43,
    maxLength: 128,
    example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  })
  code_challenge?: string;
  @ApiProperty({ required: false, enum: ['s256', 'plain'] })
  code_challenge_method?: string;
}

export class AssertionBody {
  @ApiProperty({ example: 'PHNhbWxwOlJlc3BvbnNlIC…', description: 'The SAML response, base64-encoded.' })
  SAMLResponse: string;
  @ApiProperty({ format: 'uuid' })
  RelayState: string;
}

export class SsoProviderBody {
  @ApiProperty({ enum: ['saml'] })
  type: string;
  @ApiProperty({
    required: false,
    format: 'uri',
    example: 'https://login.company.example/metadata',
    description: 'Use either this or `metadata_xml`. Fetched whenever it is included in a request.',
  })
  metadata_url?: string;
  @ApiProperty({ required: false, maxLength: 500_000, example: '<EntityDescriptor …' })
  metadata_xml?: string;
  @ApiProperty({
    required: false,
    type: 'array',
    maxItems: 100,
    items: { type: 'string', ...DOMAIN },
    description: 'Email domains that the identity provider is authoritative for.',
  })
  domains?: string[];
  @ApiProperty({ ...MAPPING, required: false })
  attribute_mapping?: object;
  @ApiProperty({ required: false, example: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' })
  name_id_format?: string;
  @ApiProperty({ required: false, default: false })
  disabled?: boolean;
}

class SamlDocument {
  @ApiProperty()
  entity_id: string;
  @ApiProperty({ required: false, format: 'uri' })
  metadata_url?: string;
  @ApiProperty()
  metadata_xml: string;
  @ApiProperty(MAPPING)
  attribute_mapping: object;
  @ApiProperty({ required: false })
  name_id_format?: string;
}

class SsoDomainDocument {
  @ApiProperty(DOMAIN)
  domain: string;
}

export class SsoProviderDocument {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty()
  disabled: boolean;
  @ApiProperty()
  saml: SamlDocument;
  @ApiProperty({ type: [SsoDomainDocument] })
  domains: SsoDomainDocument[];
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export class SsoProviderListDocument {
  @ApiProperty({ type: [SsoProviderDocument] })
  items: SsoProviderDocument[];
}
