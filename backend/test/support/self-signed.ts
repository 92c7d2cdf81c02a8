import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BITS = 0x03;
const TEXT = 0x0c;
const TIME = 0x17;
/** Object identifiers in DER: RSA with SHA-256 (and its empty parameters), common name. */
const RSA_SHA256 = der(SEQUENCE, Buffer.from('06092a864886f70d01010b0500', 'hex'));
const COMMON_NAME = Buffer.from('0603550403', 'hex');

/** A self-signed X.509 v1 certificate of an RSA key in base64, as published by an identity provider. */
export function selfSigned(publicKey: KeyObject, privateKey: KeyObject): string {
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(TEXT, Buffer.from('test')))));
  const [notBefore, notAfter] = ['200101000000Z', '490101000000Z'].map((time) =>
    der(TIME, Buffer.from(time)),
  );
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const serial = der(INTEGER, Buffer.from([1]));
  const tbsCertificate = der(
    SEQUENCE,
    serial,
    RSA_SHA256,
    name,
    der(SEQUENCE, notBefore!, notAfter!),
    name,
    key,
  );
  const signature = der(BITS, Buffer.from([0]), sign('sha256', tbsCertificate, privateKey));
  return der(SEQUENCE, tbsCertificate, RSA_SHA256, signature).toString('base64');
}

/** A private key (PKCS #8) and its certificate, both in base64, for signing and decryption. */
export function createSigningKeyPair(): { key: string; certificate: string } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  return { key, certificate: selfSigned(publicKey, privateKey) };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}
