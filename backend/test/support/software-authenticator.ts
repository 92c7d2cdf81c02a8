import { encodeCBOR, type CBORType } from '@levischuck/tiny-cbor';
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

// The product loads it lazily, which takes seconds in the test runner; load it before the tests start.
await import('@simplewebauthn/server');

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;
const NO_MODEL = Buffer.alloc(16);

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
  excludeCredentials?: { id: string }[];
}
interface RequestOptions {
  challenge: string;
  rpId?: string;
  allowCredentials?: { id: string }[];
}
interface Key {
  id: Buffer;
  privateKey: KeyObject;
  rpId: string;
  userHandle: string;
  counter: number;
}

/** Deviations of an attacker or a broken device. */
export interface Tampering {
  origin?: string;
  challenge?: string;
  /** False for a response without user verification. */
  verified?: boolean;
  /** The signature counter of a cloned device. */
  counter?: number;
  userHandle?: string;
  rpId?: string;
}

/** An authenticator and its browser: ES256 keys, self attestation, assertions. */
export class SoftwareAuthenticator {
  private readonly keys: Key[] = [];

  constructor(private readonly origin = 'http://localhost:3000') {}

  /** The result of `navigator.credentials.create()`, as JSON. */
  create(options: CreationOptions, tampering: Tampering = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    const rpId = tampering.rpId ?? options.rp.id ?? 'localhost';
    const key = { id: randomBytes(32), privateKey, rpId, userHandle: options.user.id, counter: 0 };
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x!)],
      [-3, bytes(y!)],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(key.id.length);
    const attested = Buffer.concat([NO_MODEL, length, key.id, encodeCBOR(cose)]);
    const authData = Buffer.concat([header(key, flags(tampering) | ATTESTED), attested]);
    const clientData = this.clientData('webauthn.create', options.challenge, tampering);
    const attestation = new Map<string, CBORType>([
      ['fmt', 'packed'],
      [
        'attStmt',
        new Map<string, CBORType>([
          ['alg', -7],
          ['sig', signAssertion(key, authData, clientData)],
        ]),
      ],
      ['authData', new Uint8Array(authData)],
    ]);
    this.keys.push(key);
    return {
      ...credentialFields(key),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: Buffer.from(encodeCBOR(attestation)).toString('base64url'),
        transports: ['internal' as const],
      },
    };
  }

  /** The result of `navigator.credentials.get()`, as JSON, with the newest allowed key. */
  get(options: RequestOptions, tampering: Tampering = {}) {
    const allowed = options.allowCredentials?.map(({ id }) => id);
    const key = this.keys.findLast(
      ({ id }) => !allowed?.length || allowed.includes(id.toString('base64url')),
    );
    if (!key) throw new Error('No matching key on this device.');
    key.counter = tampering.counter ?? key.counter + 1;
    const authData = header({ ...key, rpId: tampering.rpId ?? key.rpId }, flags(tampering));
    const clientData = this.clientData('webauthn.get', options.challenge, tampering);
    return {
      ...credentialFields(key),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: Buffer.from(signAssertion(key, authData, clientData)).toString('base64url'),
        userHandle: tampering.userHandle ?? key.userHandle,
      },
    };
  }

  private clientData(type: string, challenge: string, tampering: Tampering): Buffer {
    const data = {
      type,
      challenge: tampering.challenge ?? challenge,
      origin: tampering.origin ?? this.origin,
    };
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: false }));
  }
}

function credentialFields({ id }: Key) {
  const text = id.toString('base64url');
  return { id: text, rawId: text, type: 'public-key' as const, clientExtensionResults: {} };
}

function flags({ verified = true }: Tampering): number {
  return verified ? PRESENT | VERIFIED : PRESENT;
}

function header({ rpId, counter }: Key, flagBits: number): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flagBits);
  tail.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), tail]);
}

function signAssertion({ privateKey }: Key, authData: Buffer, clientData: Buffer): Uint8Array {
  const hash = createHash('sha256').update(clientData).digest();
  return new Uint8Array(sign('sha256', Buffer.concat([authData, hash]), privateKey));
}

function bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}
