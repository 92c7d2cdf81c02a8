import { createVerify, generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { encrypt, type EncryptionAlgorithm, type KeyEncryptionAlgorithm } from 'xml-encryption';
import { SITE } from './oauth.js';
import { selfSigned } from './self-signed.js';

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const OWN = keyPair();
const OWN_KEY = pemOf(OWN.privateKey);
const CERTIFICATE = selfSigned(OWN.publicKey, OWN.privateKey);
export const FOREIGN_KEY = pemOf(keyPair().privateKey);

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** What the identity provider says; each field may be something that it should not say. */
export interface Said {
  nameId: string;
  format: string;
  email: string | undefined;
  name: string | undefined;
  issuer: string;
  audience: string;
  recipient: string;
  inResponseTo: string;
  /** What the signed part says of it; absent when undefined. */
  signedInResponseTo: string | undefined;
  until: Date;
  key: string | undefined;
}

/** How an assertion is encrypted, and for whom. */
export interface Encryption {
  certificate: string;
  data?: EncryptionAlgorithm;
  key?: KeyEncryptionAlgorithm;
}

/** A company's identity provider that speaks SAML: the person who is `person` is signed in there. */
export interface TestIdentityProvider {
  url: string;
  entityId: string;
  metadata: string;
  person: Partial<Said>;
  /** Whom its answers are encrypted for; no one at first. */
  encryption: Encryption | undefined;
  /** Whose signature a request must have; no one's at first. A request without it is not answered. */
  requests: { signedBy: string } | undefined;
  /** Hides the assertion of a response. */
  unpublish(response: string, encryption: Encryption): Promise<string>;
  /** A response, in base 64. */
  respond(said?: Partial<Said>, change?: (xml: string) => string): string;
  stop(): Promise<void>;
}

export async function startTestIdentityProvider(): Promise<TestIdentityProvider> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const entityId = `${url}/metadata`;
  const directory: TestIdentityProvider = {
    url,
    entityId,
    metadata: metadataOf(url, entityId),
    person: {},
    encryption: undefined,
    requests: undefined,
    unpublish: async (response, encryption) =>
      Buffer.from(await hidden(Buffer.from(response, 'base64').toString('utf8'), encryption)).toString(
        'base64',
      ),
    respond: (said = {}, change = (xml) => xml) =>
      Buffer.from(change(signed(withDefaults(entityId, { ...directory.person, ...said })))).toString(
        'base64',
      ),
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  const answerTo = (asked: ReturnType<typeof requestIn>): Promise<string> | string => {
    const answer = directory.respond({
      inResponseTo: asked.id,
      signedInResponseTo: asked.id,
      recipient: asked.returnTo,
    });
    return directory.encryption ? directory.unpublish(answer, directory.encryption) : answer;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, search, searchParams } = new URL(request.url!, url);
    if (pathname === '/metadata') return void response.end(directory.metadata);
    if (directory.requests && !isSigned(search, directory.requests.signedBy)) {
      return void response.writeHead(403).end('the request is not signed');
    }
    const asked = requestIn(searchParams);
    const answer = await answerTo(asked);
    response.setHeader('Content-Type', 'text/html');
    response.end(`<form method="post" action="${asked.returnTo}">
      <input type="hidden" name="SAMLResponse" value="${answer}">
      <input type="hidden" name="RelayState" value="${searchParams.get('RelayState')}"></form>`);
  };
  server.on('request', (request, response) => void serve(request, response));
  return directory;
}

/** The request that a browser brings. */
export function requestIn(query: URLSearchParams): { id: string; returnTo: string; issuer: string } {
  const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest')!, 'base64')).toString('utf8');
  return {
    id: /\bID="([^"]+)"/.exec(xml)![1]!,
    returnTo: /AssertionConsumerServiceURL="([^"]+)"/.exec(xml)![1]!,
    issuer: /Issuer[^>]*>([^<]+)</.exec(xml)![1]!,
  };
}

/** By redirect the query itself is signed, as it was written. */
function isSigned(search: string, certificate: string): boolean {
  const [, signed, signature] = /^\?(.*&SigAlg=[^&]*)&Signature=([^&]*)$/.exec(search) ?? [];
  if (signed === undefined || !decodeURIComponent(signed).endsWith('#rsa-sha256')) return false;
  const key = new X509Certificate(Buffer.from(certificate, 'base64')).publicKey;
  return createVerify('sha256')
    .update(signed)
    .verify(key, Buffer.from(decodeURIComponent(signature ?? ''), 'base64'));
}

const encrypted = promisify(encrypt);

async function hidden(xml: string, { certificate, data, key }: Encryption): Promise<string> {
  const assertion = /<saml:Assertion[\s\S]+<\/saml:Assertion>/.exec(xml)![0];
  const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'));
  const inside = await encrypted(
    assertion.replace(
      '<saml:Assertion',
      '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"',
    ),
    {
      rsa_pub: publicKey.export({ type: 'spki', format: 'pem' }),
      pem: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
      encryptionAlgorithm: data ?? 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
      keyEncryptionAlgorithm: key ?? 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
      warnInsecureAlgorithm: false,
    },
  );
  return xml.replace(assertion, () => `<saml:EncryptedAssertion>${inside}</saml:EncryptedAssertion>`);
}

function withDefaults(entityId: string, said: Partial<Said>): Said {
  return {
    nameId: 'ada',
    format: PERSISTENT,
    email: undefined,
    name: 'Ada Lovelace',
    issuer: entityId,
    audience: `${SITE}/api/auth/v1/sso/saml/metadata`,
    recipient: `${SITE}/api/auth/v1/sso/saml/acs`,
    inResponseTo: '_none',
    signedInResponseTo: said.inResponseTo,
    until: new Date(Date.now() + 60_000),
    key: OWN_KEY,
    ...said,
  };
}

/** Signed as most identity providers do it: the assertion, not the response around it. */
function signed(said: Said): string {
  const xml = responseOf(said);
  if (said.key === undefined) return xml;
  const signature = new SignedXml({
    privateKey: said.key,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: EXCLUSIVE,
  });
  signature.addReference({
    xpath: "/*/*[local-name(.)='Assertion']",
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [ENVELOPED, EXCLUSIVE],
  });
  const reference = "/*/*[local-name(.)='Assertion']/*[local-name(.)='Issuer']";
  signature.computeSignature(xml, { location: { reference, action: 'after' } });
  return signature.getSignedXml();
}

function responseOf(said: Said): string {
  const now = new Date().toISOString();
  const until = said.until.toISOString();
  const repeats = said.signedInResponseTo === undefined ? '' : ` InResponseTo="${said.signedInResponseTo}"`;
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r1" Version="2.0" IssueInstant="${now}" InResponseTo="${said.inResponseTo}"><saml:Issuer>${said.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${SUCCESS}"/></samlp:Status><saml:Assertion ID="_a1" Version="2.0" IssueInstant="${now}"><saml:Issuer>${said.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${said.format}">${said.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${said.recipient}"${repeats}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${now}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attribute('mail', said.email)}${attribute('displayName', said.name)}</saml:AttributeStatement></saml:Assertion></samlp:Response>`;
}

function attribute(name: string, value: string | undefined): string {
  if (value === undefined) return '';
  return `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;
}

function metadataOf(url: string, entityId: string): string {
  return `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${CERTIFICATE}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${url}/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
}
