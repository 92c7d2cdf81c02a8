import { Injectable } from '@nestjs/common';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { Settings } from '../../../platform/config/settings.js';
import {
  WebAuthn,
  type CeremonyOptions,
  type CredentialUser,
  type CredentialUse,
  type RegisteredCredential,
  type StoredCredential,
} from './webauthn.port.js';

const BASE64URL = /^[\w-]{1,2000}$/;
const TRANSPORT = /^[a-z-]{1,20}$/;
const MAX_TRANSPORTS = 8;
const UUID_BYTES = 16;

/** Loaded on first use, because it depends on large certificate parsers. */
const library = () => import('@simplewebauthn/server');

@Injectable()
export class SimpleWebAuthn extends WebAuthn {
  constructor(private readonly settings: Settings) {
    super();
  }

  override async registrationOptions(
    use: CredentialUse,
    { userId, userName, displayName }: CredentialUser,
    existing: readonly Pick<StoredCredential, 'credentialId' | 'transports'>[],
  ): Promise<CeremonyOptions> {
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      rpID: this.settings.auth.webauthn.rpId,
      rpName: this.settings.productName,
      userID: uuidToBytes(userId),
      userName,
      userDisplayName: displayName,
      attestationType: 'none',
      excludeCredentials: existing.map(toDescriptor),
      authenticatorSelection:
        use === 'passkey'
          ? { residentKey: 'required', userVerification: 'required' }
          : { residentKey: 'discouraged', userVerification: 'preferred' },
    });
    return { options, challenge: options.challenge };
  }

  override async authenticationOptions(
    use: CredentialUse,
    allowed?: readonly Pick<StoredCredential, 'credentialId' | 'transports'>[],
  ): Promise<CeremonyOptions> {
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
      rpID: this.settings.auth.webauthn.rpId,
      userVerification: use === 'passkey' ? 'required' : 'preferred',
      ...(allowed ? { allowCredentials: allowed.map(toDescriptor) } : {}),
    });
    return { options, challenge: options.challenge };
  }

  override async verifyRegistration(
    use: CredentialUse,
    challenge: string,
    response: unknown,
  ): Promise<RegisteredCredential | undefined> {
    const { rpId, origins } = this.settings.auth.webauthn;
    const { verifyRegistrationResponse } = await library();
    const { registrationInfo } = await verifiedOrEmpty(() =>
      verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: [...origins],
        expectedRPID: rpId,
        requireUserVerification: use === 'passkey',
      }),
    );
    if (!registrationInfo) return undefined;
    const { credential, aaguid } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? []).filter(isTransport).slice(0, MAX_TRANSPORTS),
      aaguid,
    };
  }

  override async verifyAuthentication(
    use: CredentialUse,
    challenge: string,
    response: unknown,
    credential: StoredCredential,
  ): Promise<number | undefined> {
    const { rpId, origins } = this.settings.auth.webauthn;
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo } = await verifiedOrEmpty(() =>
      verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: [...origins],
        expectedRPID: rpId,
        requireUserVerification: use === 'passkey',
        credential: {
          id: credential.credentialId.toString('base64url'),
          publicKey: new Uint8Array(credential.publicKey),
          counter: credential.counter,
        },
      }),
    );
    return verified ? authenticationInfo?.newCounter : undefined;
  }

  override claimedCredential(
    response: unknown,
  ): { credentialId: Buffer; userId: string | undefined } | undefined {
    const { id, response: inner } = (response ?? {}) as Partial<AuthenticationResponseJSON>;
    if (typeof id !== 'string' || !BASE64URL.test(id)) return undefined;
    const handle: unknown = inner?.userHandle;
    if (handle === undefined || handle === null || handle === '') {
      return { credentialId: Buffer.from(id, 'base64url'), userId: undefined };
    }
    const userId = typeof handle === 'string' ? bytesToUuid(Buffer.from(handle, 'base64url')) : undefined;
    return userId === undefined ? undefined : { credentialId: Buffer.from(id, 'base64url'), userId };
  }
}

/** The library throws for invalid responses and for malformed ones. Both count as not verified. */
async function verifiedOrEmpty<T extends { verified: boolean }>(
  verify: () => Promise<T>,
): Promise<Partial<T>> {
  try {
    const result = await verify();
    return result.verified ? result : {};
  } catch {
    return {};
  }
}

function toDescriptor({ credentialId, transports }: Pick<StoredCredential, 'credentialId' | 'transports'>): {
  id: string;
  transports: AuthenticatorTransport[];
} {
  return { id: credentialId.toString('base64url'), transports: transports as AuthenticatorTransport[] };
}

function isTransport(value: unknown): value is AuthenticatorTransport {
  return typeof value === 'string' && TRANSPORT.test(value);
}

function uuidToBytes(uuid: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(uuid.replaceAll('-', ''), 'hex'));
}

function bytesToUuid(bytes: Buffer): string | undefined {
  if (bytes.length !== UUID_BYTES) return undefined;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
