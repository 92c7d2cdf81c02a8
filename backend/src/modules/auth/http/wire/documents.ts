import { ApiProperty } from '@nestjs/swagger';
import { CAPTCHA_TOKEN } from '../../../../platform/http/documentation.js';

export const EMAIL = { format: 'email', example: 'ada@example.com', maxLength: 254 };
const PHONE = {
  example: '+15550100199',
  maxLength: 32,
  description: 'E.164. The plus sign and spaces are ignored.',
};
const PASSWORD = { format: 'password', example: 'correct horse' };
/** The maximum length is in UTF-8 bytes, not characters. */
export const NEW_PASSWORD = { ...PASSWORD, maxLength: 72 };
const TOKEN_HASH = { example: 'q3JfZx…', description: 'The `token` of the link in the email.' };

const anything = { type: Object, additionalProperties: true };
/** User metadata. */
export const METADATA = { ...anything, example: { full_name: 'Ada Lovelace' } };

export class EmptyDocument {}

class MetaSecurity {
  @ApiProperty({ ...CAPTCHA_TOKEN, required: false })
  captcha_token?: string;
}

export class CaptchaBody {
  @ApiProperty({ required: false })
  gotrue_meta_security?: MetaSecurity;
}

export class EmailBody {
  @ApiProperty(EMAIL)
  email: string;
  @ApiProperty({ required: false })
  gotrue_meta_security?: MetaSecurity;
}

export class LinkRequestBody extends EmailBody {
  @ApiProperty({
    required: false,
    minLength: 43,
    maxLength: 128,
    example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    description:
      'Starts a PKCE flow: the link redirects with a `code` that can only be exchanged with the code verifier.',
  })
  code_challenge?: string;
  @ApiProperty({ required: false, enum: ['s256', 'plain'] })
  code_challenge_method?: string;
}

export class SignUpBody extends LinkRequestBody {
  @ApiProperty(NEW_PASSWORD)
  password: string;
  @ApiProperty({ ...PHONE, required: false, description: 'Instead of `email`.' })
  phone?: string;
  @ApiProperty({ required: false, enum: ['sms', 'whatsapp'], description: 'With `phone`.' })
  channel?: string;
  @ApiProperty({ ...METADATA, required: false })
  data?: object;
}

export class SignInRequestBody extends LinkRequestBody {
  @ApiProperty({ ...PHONE, required: false, description: 'Instead of `email`.' })
  phone?: string;
  @ApiProperty({ required: false, enum: ['sms', 'whatsapp'], description: 'With `phone`.' })
  channel?: string;
  @ApiProperty({ required: false, default: true, description: 'Whether to create a user if none exists.' })
  create_user?: boolean;
  @ApiProperty({ ...METADATA, required: false, description: 'Metadata if a user is created.' })
  data?: object;
}

export class ResendBody extends LinkRequestBody {
  @ApiProperty({ enum: ['signup', 'email_change', 'sms', 'phone_change'] })
  type: string;
  @ApiProperty({
    ...PHONE,
    required: false,
    description: 'Instead of `email`, with `sms` and `phone_change`.',
  })
  phone?: string;
}

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

export class ChangeUserBody {
  @ApiProperty({ ...PHONE, required: false })
  phone?: string;
  @ApiProperty({ required: false, enum: ['sms', 'whatsapp'], description: 'With `phone`.' })
  channel?: string;
  @ApiProperty({
    ...EMAIL,
    required: false,
    description: 'Takes effect once both the old and the new address are confirmed.',
  })
  email?: string;
  @ApiProperty({
    required: false,
    example: '123456',
    description: 'The six-digit code from `reauthenticate`. Only needed to change the password.',
  })
  nonce?: string;
  @ApiProperty({ ...NEW_PASSWORD, required: false })
  password?: string;
  @ApiProperty({
    ...PASSWORD,
    required: false,
    description: 'Required to change the password if the server is configured to require it.',
  })
  current_password?: string;
  @ApiProperty({
    required: false,
    ...METADATA,
    description: 'Merged key by key. Set a key to null to remove it.',
  })
  data?: object;
}

export class VerifyBody {
  @ApiProperty({ enum: ['signup', 'invite', 'magiclink', 'recovery', 'email', 'email_change'] })
  type: string;
  @ApiProperty(TOKEN_HASH)
  token_hash: string;
}

export class VerifyCodeBody {
  @ApiProperty({ enum: ['signup', 'invite', 'magiclink', 'recovery', 'email', 'email_change'] })
  type: string;
  @ApiProperty(EMAIL)
  email: string;
  @ApiProperty({ description: 'Six-digit code. Invalid after five failed attempts.', example: '123456' })
  token: string;
}

export class VerifyPhoneBody {
  @ApiProperty({ enum: ['sms', 'phone_change'] })
  type: string;
  @ApiProperty(PHONE)
  phone: string;
  @ApiProperty({
    description: 'Code from the text message. Invalid after five failed attempts.',
    example: '123456',
  })
  token: string;
}

export class PaymentLinkBody {
  @ApiProperty({ enum: ['payment'] })
  type: string;
  @ApiProperty(TOKEN_HASH)
  token_hash: string;
  @ApiProperty({ ...PASSWORD, required: false, description: 'The current password.' })
  password?: string;
  @ApiProperty({
    ...NEW_PASSWORD,
    required: false,
    description: 'Replaces all existing credentials of the user.',
  })
  new_password?: string;
  @ApiProperty({ required: false, description: 'Reports that the recipient does not recognize the account.' })
  report_unrecognized?: boolean;
}

export class EmailChangePendingDocument {
  @ApiProperty()
  msg: string;
  @ApiProperty({ enum: ['200'] })
  code: string;
}

export class IdentityDocument {
  @ApiProperty({ format: 'uuid' })
  identity_id: string;
  @ApiProperty({ description: "The provider's user ID." })
  id: string;
  @ApiProperty({ format: 'uuid' })
  user_id: string;
  @ApiProperty(anything)
  identity_data: object;
  @ApiProperty({ example: 'email' })
  provider: string;
  @ApiProperty({ required: false, format: 'date-time' })
  last_sign_in_at?: string;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;
  @ApiProperty({ required: false })
  email?: string;
}

export class FactorDocument {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty()
  friendly_name: string;
  @ApiProperty({ enum: ['totp', 'phone', 'webauthn', 'recovery_code'] })
  factor_type: string;
  @ApiProperty({ required: false, example: '15550100199', description: 'Digits only; phone factors only.' })
  phone?: string;
  @ApiProperty({ enum: ['verified', 'unverified'] })
  status: string;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_challenged_at: string | null;
}

export class UserDocument {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'authenticated' })
  aud: string;
  @ApiProperty({ example: 'authenticated' })
  role: string;
  @ApiProperty({ description: 'Empty if there is none.' })
  email: string;
  @ApiProperty({ description: 'Empty if there is none.' })
  phone: string;
  @ApiProperty({
    required: false,
    format: 'date-time',
    description: 'Absent until the email address is confirmed.',
  })
  email_confirmed_at?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  confirmed_at?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  invited_at?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  confirmation_sent_at?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  recovery_sent_at?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  email_change_sent_at?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  reauthentication_sent_at?: string;
  @ApiProperty({ required: false, format: 'email', description: 'Present while an email change is pending.' })
  new_email?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  phone_confirmed_at?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  phone_change_sent_at?: string;
  @ApiProperty({ required: false, description: 'Present while a phone change is pending.' })
  new_phone?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  last_sign_in_at?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  banned_until?: string;
  @ApiProperty({ required: false, format: 'date-time', description: 'Set for soft-deleted users.' })
  deleted_at?: string;
  @ApiProperty({ ...anything, example: { provider: 'email', providers: ['email'] } })
  app_metadata: object;
  @ApiProperty({ ...anything, example: { full_name: 'Ada Lovelace' } })
  user_metadata: object;
  @ApiProperty({ type: [IdentityDocument] })
  identities: IdentityDocument[];
  @ApiProperty({ type: [FactorDocument], required: false, description: 'Absent when there are none.' })
  factors?: FactorDocument[];
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;
  @ApiProperty()
  is_anonymous: boolean;
}

export class SessionDocument {
  @ApiProperty({ description: 'JSON Web Token. Verify it with the keys from `/.well-known/jwks.json`.' })
  access_token: string;
  @ApiProperty({ enum: ['bearer'] })
  token_type: string;
  @ApiProperty({ type: 'integer', description: 'Lifetime of the access token, in seconds.' })
  expires_in: number;
  @ApiProperty({ type: 'integer', description: 'Unix timestamp in seconds.' })
  expires_at: number;
  @ApiProperty({ description: 'Can be used once; the response contains the next one.' })
  refresh_token: string;
  @ApiProperty()
  user: UserDocument;
  @ApiProperty({
    required: false,
    ...anything,
    description: '`message` and `reasons`, if the password does not meet the current rules.',
  })
  weak_password?: object;
  @ApiProperty({
    required: false,
    description: 'Token for the API of the OAuth provider, after signing in with it.',
  })
  provider_token?: string;
  @ApiProperty({
    required: false,
    description: 'Token for the API of the OAuth provider, after signing in with it.',
  })
  provider_refresh_token?: string;
}

export class KeySetDocument {
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  keys: object[];
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
