/** A WebAuthn credential as stored; the private key stays on the user's device. */
export interface StoredCredential {
  credentialId: Buffer;
  publicKey: Buffer;
  /** Signature counter, used to detect cloned authenticators; 0 if the device doesn't count. */
  counter: number;
  /** `AuthenticatorTransport` values. */
  transports: string[];
}

export interface RegisteredCredential extends StoredCredential {
  /** The authenticator model; zeros if undisclosed. */
  aaguid: string;
}

/** Options to send to the browser, and the challenge in them to store. */
export interface CeremonyOptions {
  options: object;
  challenge: string;
}

export interface CredentialUser {
  userId: string;
  /** Shown by the device when the user has to pick an account. */
  userName: string;
  displayName: string;
}

/** `passkey`: discoverable, with user verification. `factor`: in addition to a password, user presence is enough. */
export type CredentialUse = 'passkey' | 'factor';

type KnownCredential = Pick<StoredCredential, 'credentialId' | 'transports'>;

/** WebAuthn Level 2 ceremonies for the configured relying party and origins. */
export abstract class WebAuthn {
  abstract registrationOptions(
    use: CredentialUse,
    user: CredentialUser,
    excluded: readonly KnownCredential[],
  ): Promise<CeremonyOptions>;
  /** Without `allowed`, any discoverable credential may respond. */
  abstract authenticationOptions(
    use: CredentialUse,
    allowed?: readonly KnownCredential[],
  ): Promise<CeremonyOptions>;
  /** Undefined if the response is malformed or invalid: wrong challenge, origin or signature. */
  abstract verifyRegistration(
    use: CredentialUse,
    challenge: string,
    response: unknown,
  ): Promise<RegisteredCredential | undefined>;
  /** The new counter; undefined like {@link verifyRegistration}, and if the counter did not increase. */
  abstract verifyAuthentication(
    use: CredentialUse,
    challenge: string,
    response: unknown,
    credential: StoredCredential,
  ): Promise<number | undefined>;
  /** The credential and user that a response claims, unverified; undefined if malformed. */
  abstract claimedCredential(
    response: unknown,
  ): { credentialId: Buffer; userId: string | undefined } | undefined;
}
