/** What is kept of a key pair whose private half is on its owner's device. */
export interface StoredCredential {
  credentialId: Buffer;
  publicKey: Buffer;
  /** How often it has signed, where the device counts; a copy is found by it. */
  counter: number;
  /** How the device can be reached, in the words of the browsers. */
  transports: string[];
}

export interface RegisteredCredential extends StoredCredential {
  /** The model of the device; zeros where it does not say. */
  aaguid: string;
}

/** What a browser is asked for, as it is sent; and the challenge in it, which is kept. */
export interface CeremonyOptions {
  options: object;
  challenge: string;
}

/** Who a new key pair is for. */
export interface CredentialUser {
  userId: string;
  /** What the device shows where several accounts are to choose from. */
  userName: string;
  displayName: string;
}

/** `passkey`: found without a name, and its owner shows himself to the device. `factor`: beside a password, a touch is enough. */
export type CredentialUse = 'passkey' | 'factor';

type KnownCredential = Pick<StoredCredential, 'credentialId' | 'transports'>;

/** Key pairs on people's devices (WebAuthn, level 2), for the installation's own name and origins. */
export abstract class WebAuthn {
  abstract registrationOptions(
    use: CredentialUse,
    owner: CredentialUser,
    present: readonly KnownCredential[],
  ): Promise<CeremonyOptions>;
  /** For any passkey without `allowed`. */
  abstract authenticationOptions(use: CredentialUse, allowed?: readonly KnownCredential[]): Promise<CeremonyOptions>;
  /** Undefined for whatever is not a true answer to the challenge: another origin, a wrong signature, nonsense. */
  abstract verifyRegistration(
    use: CredentialUse,
    challenge: string,
    response: unknown,
  ): Promise<RegisteredCredential | undefined>;
  /** The new counter; undefined like {@link verifyRegistration}, and for a counter that did not go on. */
  abstract verifyAuthentication(
    use: CredentialUse,
    challenge: string,
    response: unknown,
    credential: StoredCredential,
  ): Promise<number | undefined>;
  /** Which credential an answer claims to be from, and whose the device says it is; undefined for nonsense. */
  abstract claimedCredential(response: unknown): { credentialId: Buffer; userId: string | undefined } | undefined;
}
