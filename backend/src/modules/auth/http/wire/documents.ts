import { ApiProperty } from '@nestjs/swagger';
import { CAPTCHA_TOKEN } from '../../../../platform/http/documentation.js';

export const EMAIL = { format: 'email', example: 'ada@example.com', maxLength: 254 };
/** Where the installation has phone numbers at all. */
const PHONE = {
  example: '+15550100199',
  maxLength: 32,
  description: 'E.164; plus sign and spaces do not count.',
};
const PASSWORD = { format: 'password', example: 'correct horse' };
/** Of UTF-8, not of characters. */
export const NEW_PASSWORD = { ...PASSWORD, maxLength: 72 };
const TOKEN_HASH = { example: 'q3JfZx…', description: 'The `token` of the link in the mail.' };

const anything = { type: Object, additionalProperties: true };
/** What a client keeps with an account; merged key by key, null removes a key. */
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

/** Asks for an email with a link. */
export class LinkRequestBody extends EmailBody {
  @ApiProperty({
    required: false,
    minLength: 43,
    maxLength: 128,
    example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    description:
      'The link then leads back with a `code` that only the holder of the verifier can trade (PKCE).',
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
  @ApiProperty({ required: false, default: true, description: 'Whether an unknown address gets an account.' })
  create_user?: boolean;
  @ApiProperty({ ...METADATA, required: false, description: 'Of a new account.' })
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
  @ApiProperty({ example: 'Jf5Rk0…', description: 'Of the session; each is good for one use.' })
  refresh_token: string;
}

export class CodeGrantBody {
  @ApiProperty({
    example: 'm2GkXv…',
    description: 'The `code` that the link led back with; good for five minutes and one session.',
  })
  auth_code: string;
  @ApiProperty({
    example: 'dBjftJeZ4CVP…',
    description: 'Of the challenge that the link was asked for with.',
  })
  code_verifier: string;
}

export class ChangeUserBody {
  @ApiProperty({ ...PHONE, required: false })
  phone?: string;
  @ApiProperty({ required: false, enum: ['sms', 'whatsapp'], description: 'With `phone`.' })
  channel?: string;
  @ApiProperty({ ...EMAIL, required: false, description: 'In force once both mailboxes have agreed.' })
  email?: string;
  @ApiProperty({
    required: false,
    example: '123456',
    description: 'Six digits from `reauthenticate`; only for a new password.',
  })
  nonce?: string;
  @ApiProperty({ ...NEW_PASSWORD, required: false })
  password?: string;
  @ApiProperty({
    ...PASSWORD,
    required: false,
    description: 'The present password, with a new one, where the installation wants it.',
  })
  current_password?: string;
  @ApiProperty({
    required: false,
    ...METADATA,
    description: 'Merged key by key; null removes a key.',
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
  @ApiProperty({ description: 'Six digits. Five wrong guesses void them.', example: '123456' })
  token: string;
}

export class VerifyPhoneBody {
  @ApiProperty({ enum: ['sms', 'phone_change'] })
  type: string;
  @ApiProperty(PHONE)
  phone: string;
  @ApiProperty({ description: 'From the text message. Five wrong guesses void it.', example: '123456' })
  token: string;
}

export class PaymentLinkBody {
  @ApiProperty({ enum: ['payment'] })
  type: string;
  @ApiProperty(TOKEN_HASH)
  token_hash: string;
  @ApiProperty({ ...PASSWORD, required: false, description: "The account's password." })
  password?: string;
  @ApiProperty({
    ...NEW_PASSWORD,
    required: false,
    description: 'Replaces everything that opened the account.',
  })
  new_password?: string;
  @ApiProperty({ required: false, description: 'The account is not mine.' })
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
  @ApiProperty({ description: "The account's id at the provider." })
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
  @ApiProperty({ required: false, example: '15550100199', description: 'Digits; of a phone alone.' })
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
  @ApiProperty({ description: 'Empty when there is none.' })
  email: string;
  @ApiProperty({ description: 'Empty when there is none.' })
  phone: string;
  @ApiProperty({ required: false, format: 'date-time', description: 'Absent until the mailbox is proven.' })
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
  @ApiProperty({ required: false, format: 'email', description: 'While a change of address is pending.' })
  new_email?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  phone_confirmed_at?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  phone_change_sent_at?: string;
  @ApiProperty({ required: false, description: 'While a change of number is pending.' })
  new_phone?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  last_sign_in_at?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  banned_until?: string;
  @ApiProperty({ required: false, format: 'date-time', description: 'Of a user who was deleted softly.' })
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
  @ApiProperty({ description: 'JSON Web Token; verified by the keys of `/.well-known/jwks.json`.' })
  access_token: string;
  @ApiProperty({ enum: ['bearer'] })
  token_type: string;
  @ApiProperty({ type: 'integer', description: 'Seconds.' })
  expires_in: number;
  @ApiProperty({ type: 'integer', description: 'Seconds since 1970.' })
  expires_at: number;
  @ApiProperty({ description: 'Good for one use; the answer carries the next one.' })
  refresh_token: string;
  @ApiProperty()
  user: UserDocument;
  @ApiProperty({
    required: false,
    ...anything,
    description: 'After a sign-in with a password that breaks a rule of today: `message` and `reasons`.',
  })
  weak_password?: object;
  @ApiProperty({ required: false, description: 'Of the provider, after a sign-in with it.' })
  provider_token?: string;
  @ApiProperty({ required: false, description: 'Of the provider, after a sign-in with it.' })
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
    description: 'What people call those of `external` that the operator named. An addition of ours.',
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
