import { ApiProperty } from '@nestjs/swagger';

const anything = { type: Object, additionalProperties: true };

/** WebAuthn options for the browser. Property names follow the standard; binary values are base64url-encoded. */
class OptionsDocument {
  @ApiProperty({ format: 'uuid' })
  challenge_id: string;
  @ApiProperty({ type: 'integer', description: 'Unix timestamp in seconds. A challenge can be used once.' })
  expires_at: number;
}

export class CreationOptionsDocument extends OptionsDocument {
  @ApiProperty({ ...anything, description: '`PublicKeyCredentialCreationOptions` as JSON.' })
  options: object;
}

export class RequestOptionsDocument extends OptionsDocument {
  @ApiProperty({ ...anything, description: '`PublicKeyCredentialRequestOptions` as JSON.' })
  options: object;
}

export class PasskeyCredentialBody {
  @ApiProperty({ format: 'uuid' })
  challenge_id: string;
  @ApiProperty({
    ...anything,
    example: { id: 'q3JfZx…', rawId: 'q3JfZx…', type: 'public-key', response: {} },
    description: 'The credential returned by the browser, as JSON.',
  })
  credential: object;
}

export class RenamePasskeyBody {
  @ApiProperty({ minLength: 1, maxLength: 120, example: 'My laptop' })
  friendly_name: string;
}

export class NewPasskeyDocument {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ required: false, example: 'Chrome on macOS' })
  friendly_name?: string;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class PasskeyDocument extends NewPasskeyDocument {
  @ApiProperty({ required: false, format: 'date-time' })
  last_used_at?: string;
}
