import { Injectable } from '@nestjs/common';
import type { Profile, SAML } from '@node-saml/node-saml';
import { AUTH_PATH } from '@subscription-site/shared/paths';
import { Clock } from '../../../../platform/clock/clock.js';
import type { SamlKeys } from '../../../../platform/config/saml-settings.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Logger } from '../../../../platform/logging/logger.js';
import { OutgoingCalls } from '../../../../platform/security/outgoing-calls.js';
import { PrivateAddressError } from '../../../../platform/security/public-fetch.js';
import { InvalidInputError } from '../../domain/auth-errors.js';
import { outboundSchemes, PrivateNetworkError } from '../../domain/outbound-urls.js';
import { MetadataFetchError } from '../../domain/sso-errors.js';
import {
  SamlClient,
  type Assertion,
  type SsoProviderMetadata,
  type SsoProvider,
} from '../../domain/sso-provider.js';
import { isPlainXml, readSamlMetadata, type XmlElement } from './saml-metadata.js';

const PATIENCE_MS = 5000;
const CLOCK_TOLERANCE_MS = 30_000;

/** Encrypts a key in a way that the person who may ask again and again can undo. */
const BROKEN_ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#rsa-1_5';
/** What stands around an assertion that only one of our keys can read. */
const ENCRYPTED = 'EncryptedAssertion';
const SIGNATURE = { signatureAlgorithm: 'sha256', digestAlgorithm: 'sha256' } as const;

/** It brings readers and signers of XML, so it is loaded when first asked for. */
const library = () => import('@node-saml/node-saml');

/**
 * By node-saml: requests by redirect, answers by form, every assertion signed by the identity provider itself. With keys of our own every request
 * is signed with the newest, and what is inside an answer may be encrypted for any of them.
 */
@Injectable()
export class NodeSamlClient extends SamlClient {
  private readonly issuer: string;
  private readonly callbackUrl: string;
  private readonly schemes: readonly string[];
  /** Newest first. */
  private readonly keys: readonly SamlKeys[];

  constructor(
    { siteUrl, auth }: Settings,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly outgoingCalls: OutgoingCalls,
  ) {
    super();
    this.keys = auth.samlKeys;
    this.issuer = `${siteUrl}${AUTH_PATH}/sso/saml/metadata`;
    this.callbackUrl = `${siteUrl}${AUTH_PATH}/sso/saml/acs`;
    this.schemes = outboundSchemes(siteUrl);
  }

  override async serviceProviderMetadata(): Promise<string> {
    const { issuer, callbackUrl, keys } = this;
    const [newest] = keys;
    const { generateServiceProviderMetadata } = await library();
    return generateServiceProviderMetadata({
      issuer,
      callbackUrl,
      wantAssertionsSigned: true,
      identifierFormat: null,
      ...(newest && {
        ...SIGNATURE,
        privateKey: newest.privateKey,
        // All of them: an identity provider that has read these stays able to tell our requests when the order changes.
        publicCerts: keys.map(({ certificate }) => certificate),
        decryptionPvk: newest.privateKey,
        decryptionCert: newest.certificate,
      }),
    });
  }

  override async fetchMetadata(url: string): Promise<string> {
    if (!this.schemes.includes(URL.parse(url)?.protocol ?? '')) {
      throw new InvalidInputError('metadata_url must be an https address');
    }
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await this.outgoingCalls.fetch(url, { signal, redirect: 'error' });
      if (answer.ok) return await answer.text();
    } catch (error) {
      if (PrivateAddressError.isCauseOf(error)) throw new PrivateNetworkError('metadata_url');
      throw new MetadataFetchError(error);
    }
    throw new MetadataFetchError();
  }

  override async parseMetadata(xml: string): Promise<SsoProviderMetadata> {
    const { wantsSignedRequests, ...facts } = await readSamlMetadata(xml, this.schemes);
    if (wantsSignedRequests && this.keys.length === 0) {
      throw new InvalidInputError(
        'The directory wants signed requests: AUTH_SAML_PRIVATE_KEY and AUTH_SAML_CERTIFICATE must be set for it',
      );
    }
    return facts;
  }

  override async authnRequestUrl(
    provider: SsoProvider,
    { requestId, relayState }: { requestId: string; relayState: string },
  ): Promise<string> {
    const saml = await this.saml(provider, requestId, this.keys[0]);
    return saml.getAuthorizeUrlAsync(relayState, undefined, {});
  }

  override async verifyResponse(
    provider: SsoProvider,
    response: string,
    requestId: string,
  ): Promise<Assertion> {
    try {
      const xml = Buffer.from(response, 'base64').toString('utf8');
      if (!isPlainXml(xml)) throw new Error('not plain XML');
      if (xml.includes(BROKEN_ENCRYPTION)) throw new Error('encrypted in a way that is broken');
      const keys = xml.includes(ENCRYPTED) ? this.keys : [];
      const profile = await this.validated(provider, { response, requestId, keys });
      return readSigned(profile, { issuer: provider.entityId, recipient: this.callbackUrl, requestId });
    } catch (error) {
      this.logger.sampled('warn', 'SAML assertion rejected', {
        provider: provider.id,
        reason: (error as Error).message.slice(0, 200),
      });
      throw new InvalidInputError('SAML Assertion is not valid');
    }
  }

  /** An identity provider may have read our metadata before the newest key was there; which key it encrypted for it need not say. */
  private async validated(
    provider: SsoProvider,
    { response, requestId, keys }: { response: string; requestId: string; keys: readonly SamlKeys[] },
  ): Promise<Profile> {
    const errors: string[] = [];
    for (const key of keys.length > 0 ? keys : [undefined]) {
      try {
        const saml = await this.saml(provider, requestId, key);
        const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
        if (profile) return profile;
        errors.push('no assertion');
      } catch (error) {
        errors.push((error as Error).message);
      }
    }
    throw new Error(errors.join('; '));
  }

  /** A dialogue about one request: an answer to any other, or to none, does not count. */
  private async saml(
    { entryPoint, entityId, certificates, nameIdFormat }: SsoProvider,
    requestId: string,
    key: SamlKeys | undefined,
  ): Promise<SAML> {
    const { SAML, ValidateInResponseTo } = await library();
    return new SAML({
      issuer: this.issuer,
      audience: this.issuer,
      callbackUrl: this.callbackUrl,
      entryPoint,
      idpIssuer: entityId,
      idpCert: [...certificates],
      identifierFormat: nameIdFormat,
      disableRequestedAuthnContext: true,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: CLOCK_TOLERANCE_MS,
      generateUniqueId: () => requestId,
      validateInResponseTo: ValidateInResponseTo.always,
      ...(key && { ...SIGNATURE, privateKey: key.privateKey, decryptionPvk: key.privateKey }),
      cacheProvider: {
        saveAsync: async (_key, value) => ({ value, createdAt: 0 }),
        getAsync: async (key) => (key === requestId ? this.clock.now().toISOString() : null),
        removeAsync: async () => null,
      },
    });
  }
}

interface SignedAssertion {
  Issuer?: XmlElement[];
  Subject?: { NameID?: XmlElement[]; SubjectConfirmation?: { SubjectConfirmationData?: XmlElement[] }[] }[];
}

/**
 * Read from what was signed alone. It must say itself to which request it answers and whom it is handed to: what stands around it in
 * the response may be anybody's, and an assertion that was handed to another service must not be carried here.
 */
function readSigned(
  profile: Profile,
  expected: { issuer: string; recipient: string; requestId: string },
): Assertion {
  const { Assertion: signed } = (profile.getAssertion?.() ?? {}) as { Assertion?: SignedAssertion };
  const subject = signed?.Subject?.[0];
  const isFor = (data: XmlElement | undefined): boolean =>
    data?.$?.Recipient === expected.recipient && data.$.InResponseTo === expected.requestId;
  if (signed?.Issuer?.[0]?._ !== expected.issuer) throw new Error('another issuer');
  if (!subject?.SubjectConfirmation?.some(({ SubjectConfirmationData: data }) => isFor(data?.[0]))) {
    throw new Error('another recipient or request');
  }
  const nameId = subject.NameID?.[0];
  return {
    nameId: nameId?._ ?? '',
    nameIdFormat: nameId?.$?.Format ?? '',
    attributes: (profile.attributes ?? {}) as Record<string, unknown>,
  };
}
