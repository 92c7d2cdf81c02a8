import { encodeCBOR, type CBORType } from '@levischuck/tiny-cbor';
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

// The product loads it when first asked for; in the test runner that takes seconds, which are no matter of what is tested.
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

/** What a thief or a broken device does differently. */
export interface Mischief {
  origin?: string;
  challenge?: string;
  /** False for a device that no one had to unlock. */
  verified?: boolean;
  /** Where a copy of the device stands. */
  counter?: number;
  userHandle?: string;
  rpId?: string;
}

/** A device with keys on it, and the browser before it: ES256, attestations signed by the new key itself, assertions. */
export class SoftwareAuthenticator {
  private readonly keys: Key[] = [];

  constructor(private readonly origin = 'http://localhost:3000') {}

  /** The answer of `navigator.credentials.create()`, as JSON. */
  create(options: CreationOptions, mischief: Mischief = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    const rpId = mischief.rpId ?? options.rp.id ?? 'localhost';
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
    const authData = Buffer.concat([header(key, flags(mischief) | ATTESTED), attested]);
    const clientData = this.clientData('webauthn.create', options.challenge, mischief);
    const attestation = new Map<string, CBORType>([
      ['fmt', 'packed'],
      [
        'attStmt',
        new Map<string, CBORType>([
          ['alg', -7],
          ['sig', signed(key, authData, clientData)],
        ]),
      ],
      ['authData', new Uint8Array(authData)],
    ]);
    this.keys.push(key);
    return {
      ...named(key),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: Buffer.from(encodeCBOR(attestation)).toString('base64url'),
        transports: ['internal' as const],
      },
    };
  }

  /** The answer of `navigator.credentials.get()`, as JSON, by the key made last among those that are allowed. */
  get(options: RequestOptions, mischief: Mischief = {}) {
    const allowed = options.allowCredentials?.map(({ id }) => id);
    const key = this.keys.findLast(
      ({ id }) => !allowed?.length || allowed.includes(id.toString('base64url')),
    );
    if (!key) throw new Error('There is no key on this device for this request.');
    key.counter = mischief.counter ?? key.counter + 1;
    const authData = header({ ...key, rpId: mischief.rpId ?? key.rpId }, flags(mischief));
    const clientData = this.clientData('webauthn.get', options.challenge, mischief);
    return {
      ...named(key),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: Buffer.from(signed(key, authData, clientData)).toString('base64url'),
        userHandle: mischief.userHandle ?? key.userHandle,
      },
    };
  }

  private clientData(type: string, challenge: string, mischief: Mischief): Buffer {
    const said = { type, challenge: mischief.challenge ?? challenge, origin: mischief.origin ?? this.origin };
    return Buffer.from(JSON.stringify({ ...said, crossOrigin: false }));
  }
}

function named({ id }: Key) {
  const text = id.toString('base64url');
  return { id: text, rawId: text, type: 'public-key' as const, clientExtensionResults: {} };
}

function flags({ verified = true }: Mischief): number {
  return verified ? PRESENT | VERIFIED : PRESENT;
}

function header({ rpId, counter }: Key, flagBits: number): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flagBits);
  tail.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), tail]);
}

function signed({ privateKey }: Key, authData: Buffer, clientData: Buffer): Uint8Array {
  const hash = createHash('sha256').update(clientData).digest();
  return new Uint8Array(sign('sha256', Buffer.concat([authData, hash]), privateKey));
}

function bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}
