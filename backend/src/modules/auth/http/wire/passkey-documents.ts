import { ApiProperty } from '@nestjs/swagger';

const anything = { type: Object, additionalProperties: true };

/** Asked by a browser of its user's device; names as in the WebAuthn standard, bytes as base64url. */
class OptionsDocument {
  @ApiProperty({ format: 'uuid' })
  challenge_id: string;
  @ApiProperty({ type: 'integer', description: 'Seconds since 1970. A challenge is good for one answer.' })
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
    description: 'What the browser got from the device, as JSON.',
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
