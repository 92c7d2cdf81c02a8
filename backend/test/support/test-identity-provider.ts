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
const toPem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const SIGNING_KEY_PAIR = keyPair();
const SIGNING_KEY = toPem(SIGNING_KEY_PAIR.privateKey);
const CERTIFICATE = selfSigned(SIGNING_KEY_PAIR.publicKey, SIGNING_KEY_PAIR.privateKey);
export const UNTRUSTED_KEY = toPem(keyPair().privateKey);

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** The content of an assertion; tests set fields to invalid values. */
export interface AssertionContent {
  nameId: string;
  format: string;
  email: string | undefined;
  name: string | undefined;
  issuer: string;
  audience: string;
  recipient: string;
  inResponseTo: string;
  /** InResponseTo inside the signed assertion; omitted when undefined. */
  signedInResponseTo: string | undefined;
  until: Date;
  key: string | undefined;
}

/** The recipient and algorithms of an encrypted assertion. */
export interface AssertionEncryption {
  certificate: string;
  data?: EncryptionAlgorithm;
  key?: KeyEncryptionAlgorithm;
}

/** A SAML identity provider where `user` is signed in. */
export interface TestIdentityProvider {
  url: string;
  entityId: string;
  metadata: string;
  user: Partial<AssertionContent>;
  /** Encrypts responses when set. */
  encryption: AssertionEncryption | undefined;
  /** Requires requests signed with this certificate when set; rejects others with 403. */
  requests: { signedBy: string } | undefined;
  /** Encrypts the assertion of a response. */
  encrypt(response: string, encryption: AssertionEncryption): Promise<string>;
  /** A response, in base64. */
  respond(content?: Partial<AssertionContent>, change?: (xml: string) => string): string;
  stop(): Promise<void>;
}

export async function startTestIdentityProvider(): Promise<TestIdentityProvider> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const entityId = `${url}/metadata`;
  const idp: TestIdentityProvider = {
    url,
    entityId,
    metadata: renderMetadata(url, entityId),
    user: {},
    encryption: undefined,
    requests: undefined,
    encrypt: async (response, encryption) =>
      Buffer.from(
        await encryptAssertion(Buffer.from(response, 'base64').toString('utf8'), encryption),
      ).toString('base64'),
    respond: (content = {}, change = (xml) => xml) =>
      Buffer.from(change(signed(withDefaults(entityId, { ...idp.user, ...content })))).toString('base64'),
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  const respondTo = (authnRequest: ReturnType<typeof parseRequest>): Promise<string> | string => {
    const response = idp.respond({
      inResponseTo: authnRequest.id,
      signedInResponseTo: authnRequest.id,
      recipient: authnRequest.returnTo,
    });
    return idp.encryption ? idp.encrypt(response, idp.encryption) : response;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, search, searchParams } = new URL(request.url!, url);
    if (pathname === '/metadata') return void response.end(idp.metadata);
    if (idp.requests && !isSigned(search, idp.requests.signedBy)) {
      return void response.writeHead(403).end('request not signed');
    }
    const authnRequest = parseRequest(searchParams);
    const samlResponse = await respondTo(authnRequest);
    response.setHeader('Content-Type', 'text/html');
    response.end(`<form method="post" action="${authnRequest.returnTo}">
      <input type="hidden" name="SAMLResponse" value="${samlResponse}">
      <input type="hidden" name="RelayState" value="${searchParams.get('RelayState')}"></form>`);
  };
  server.on('request', (request, response) => void serve(request, response));
  return idp;
}

/** Parses the AuthnRequest in the query. */
export function parseRequest(query: URLSearchParams): { id: string; returnTo: string; issuer: string } {
  const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest')!, 'base64')).toString('utf8');
  return {
    id: /\bID="([^"]+)"/.exec(xml)![1]!,
    returnTo: /AssertionConsumerServiceURL="([^"]+)"/.exec(xml)![1]!,
    issuer: /Issuer[^>]*>([^<]+)</.exec(xml)![1]!,
  };
}

/** In the redirect binding the signature covers the raw query string. */
function isSigned(search: string, certificate: string): boolean {
  const [, signed, signature] = /^\?(.*&SigAlg=[^&]*)&Signature=([^&]*)$/.exec(search) ?? [];
  if (signed === undefined || !decodeURIComponent(signed).endsWith('#rsa-sha256')) return false;
  const key = new X509Certificate(Buffer.from(certificate, 'base64')).publicKey;
  return createVerify('sha256')
    .update(signed)
    .verify(key, Buffer.from(decodeURIComponent(signature ?? ''), 'base64'));
}

const encryptXml = promisify(encrypt);

async function encryptAssertion(
  xml: string,
  { certificate, data, key }: AssertionEncryption,
): Promise<string> {
  const assertion = /<saml:Assertion[\s\S]+<\/saml:Assertion>/.exec(xml)![0];
  const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'));
  const inside = await encryptXml(
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

function withDefaults(entityId: string, content: Partial<AssertionContent>): AssertionContent {
  return {
    nameId: 'ada',
    format: PERSISTENT,
    email: undefined,
    name: 'Ada Lovelace',
    issuer: entityId,
    audience: `${SITE}/api/auth/v1/sso/saml/metadata`,
    recipient: `${SITE}/api/auth/v1/sso/saml/acs`,
    inResponseTo: '_none',
    signedInResponseTo: content.inResponseTo,
    until: new Date(Date.now() + 60_000),
    key: SIGNING_KEY,
    ...content,
  };
}

/** Signs the assertion, not the response around it, as most identity providers do. */
function signed(content: AssertionContent): string {
  const xml = renderResponse(content);
  if (content.key === undefined) return xml;
  const signature = new SignedXml({
    privateKey: content.key,
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

function renderResponse(content: AssertionContent): string {
  const now = new Date().toISOString();
  const until = content.until.toISOString();
  const repeats =
    content.signedInResponseTo === undefined ? '' : ` InResponseTo="${content.signedInResponseTo}"`;
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r1" Version="2.0" IssueInstant="${now}" InResponseTo="${content.inResponseTo}"><saml:Issuer>${content.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${SUCCESS}"/></samlp:Status><saml:Assertion ID="_a1" Version="2.0" IssueInstant="${now}"><saml:Issuer>${content.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${content.format}">${content.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${content.recipient}"${repeats}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${content.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${now}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attribute('mail', content.email)}${attribute('displayName', content.name)}</saml:AttributeStatement></saml:Assertion></samlp:Response>`;
}

function attribute(name: string, value: string | undefined): string {
  if (value === undefined) return '';
  return `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;
}

function renderMetadata(url: string, entityId: string): string {
  return `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${CERTIFICATE}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${url}/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
}

/** The metadata of an identity provider that rejects unsigned requests. */
export function requireSignedRequests(metadata: string): string {
  return metadata.replace('<md:IDPSSODescriptor', '<md:IDPSSODescriptor WantAuthnRequestsSigned="true"');
}
