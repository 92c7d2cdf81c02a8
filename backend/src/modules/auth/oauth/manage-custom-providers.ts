import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { AuditAction } from '@subscription-site/shared/audit-actions';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { InvalidInputError } from '../core/auth-errors.js';
import { CustomProviderSecrets } from './custom-provider-secrets.js';
import {
  CustomProviderConflictError,
  CustomProviderExistsError,
  CustomProviderNotFoundError,
  TooManyCustomProvidersError,
} from './domain/custom-provider-errors.js';
import type { CustomProvider, CustomProviderType } from './domain/custom-provider.js';
import { IdentityProviders } from './domain/identity-providers.js';
import type { CustomProviderEntity } from './persistence/custom-provider.entity.js';
import { CustomProvidersRepository } from './persistence/custom-providers.repository.js';

type EditableFields = Omit<
  CustomProvider,
  'id' | 'identifier' | 'providerType' | 'discoveryDocument' | 'revision' | 'createdAt' | 'updatedAt'
>;

/** Already validated. Absent fields stay unchanged. */
export type CustomProviderUpdate = Partial<EditableFields> & { clientSecret?: string };

export type NewCustomProvider = CustomProviderUpdate &
  Pick<CustomProvider, 'identifier' | 'providerType' | 'name' | 'clientId'> & { clientSecret: string };

const DEFAULTS: Omit<EditableFields, 'name' | 'clientId'> = {
  acceptableClientIds: [],
  scopes: [],
  pkceEnabled: true,
  attributeMapping: {},
  customClaimsAllowlist: [],
  authorizationParams: {},
  enabled: true,
  emailOptional: false,
  issuer: null,
  discoveryUrl: null,
  skipNonceCheck: false,
  authorizationUrl: null,
  tokenUrl: null,
  userinfoUrl: null,
  jwksUri: null,
};

/** Manages custom providers for callers with the service key. An OIDC issuer's discovery document is fetched before storing it. */
@Injectable()
export class ManageCustomProviders {
  constructor(
    private readonly database: Database,
    private readonly customProviders: CustomProvidersRepository,
    private readonly providers: IdentityProviders,
    private readonly secrets: CustomProviderSecrets,
    private readonly settings: Settings,
    private readonly audit: Audit,
    private readonly clock: RealClock,
  ) {}

  list(type: CustomProviderType | undefined): Promise<CustomProvider[]> {
    return this.customProviders.list(type);
  }

  /** Throws `custom_provider_not_found`. */
  async find(identifier: string): Promise<CustomProvider> {
    return this.findExisting(identifier);
  }

  /** Throws `conflict` if the identifier is in use, `over_custom_provider_quota`, `validation_failed`. */
  async create(requested: NewCustomProvider): Promise<CustomProvider> {
    const { clientSecret, identifier, providerType, name, clientId, ...input } = requested;
    const id = uuid();
    const now = this.clock.now();
    const draft = {
      ...DEFAULTS,
      ...fieldsFor(providerType, { scopes: providerType === 'oidc' ? DEFAULT_OIDC_SCOPES : [], ...input }),
      id,
      identifier,
      providerType,
      name,
      clientId,
      encryptedSecret: this.secrets.encrypt(id, clientSecret),
      discoveryDocument: null,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    };
    assertComplete(draft);
    await this.providers.assertUrlsAllowed(draft);
    const provider = { ...draft, ...(await this.discovered(draft)) };
    await this.database.transaction(async () => {
      await this.customProviders.lockAll();
      const exists =
        this.providers.configuredNames().includes(identifier) ||
        (await this.customProviders.find(identifier));
      if (exists) throw new CustomProviderExistsError();
      if ((await this.customProviders.count()) >= this.settings.auth.maxCustomProviders)
        throw new TooManyCustomProvidersError();
      await this.customProviders.save(provider);
      await this.record('custom-provider.created', provider, {});
    });
    return provider;
  }

  /** Throws `custom_provider_not_found`, `validation_failed`, and `conflict` on a concurrent change. */
  async update(
    identifier: string,
    { clientSecret, ...input }: CustomProviderUpdate,
  ): Promise<CustomProvider> {
    const current = await this.findExisting(identifier);
    const requested = {
      ...current,
      ...fieldsFor(current.providerType, input),
      ...(clientSecret === undefined
        ? {}
        : { encryptedSecret: this.secrets.encrypt(current.id, clientSecret) }),
      revision: current.revision + 1,
      updatedAt: this.clock.now(),
    };
    assertComplete(requested);
    await this.providers.assertUrlsAllowed(fieldsFor(current.providerType, input));
    const issuerChanged =
      requested.issuer !== current.issuer || requested.discoveryUrl !== current.discoveryUrl;
    const provider = { ...requested, ...(issuerChanged ? await this.discovered(requested) : {}) };
    await this.database.transaction(async () => {
      await this.customProviders.lockAll();
      if ((await this.findExisting(identifier)).revision !== current.revision)
        throw new CustomProviderConflictError();
      await this.customProviders.save(provider);
      const fields = [...Object.keys(input), ...(clientSecret === undefined ? [] : ['clientSecret'])];
      await this.record('custom-provider.changed', provider, { fields });
    });
    return provider;
  }

  /** Its users keep their accounts but need another sign-in method. Throws `custom_provider_not_found`. */
  async remove(identifier: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.customProviders.lockAll();
      const provider = await this.findExisting(identifier);
      await this.customProviders.remove(provider.id);
      await this.record('custom-provider.removed', provider, {});
    });
  }

  private async findExisting(identifier: string): Promise<CustomProviderEntity> {
    const row = await this.customProviders.find(identifier);
    if (!row) throw new CustomProviderNotFoundError();
    return row;
  }

  /** Call outside a transaction: this makes an HTTP request. */
  private async discovered(
    provider: CustomProvider,
  ): Promise<Pick<CustomProvider, 'discoveryDocument'> | undefined> {
    if (provider.providerType === 'oauth2') return undefined;
    return { discoveryDocument: await this.providers.discover(provider) };
  }

  private record(
    action: AuditAction,
    { id, identifier }: CustomProvider,
    details: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record({
      actorId: null,
      action,
      subject: { type: 'custom-provider', id },
      details: { ...details, identifier, by: 'service key' },
    });
  }
}

/** `openid` is mandatory: without it there is no ID token. */
const DEFAULT_OIDC_SCOPES = ['openid', 'email', 'profile'];
const OIDC_FIELDS = ['issuer', 'discoveryUrl', 'skipNonceCheck'];
const OAUTH_FIELDS = ['authorizationUrl', 'tokenUrl', 'userinfoUrl', 'jwksUri'];

/** Drops the fields that do not apply to the type. */
function fieldsFor(type: CustomProviderType, input: Partial<EditableFields>): Partial<EditableFields> {
  const irrelevant = type === 'oidc' ? OAUTH_FIELDS : OIDC_FIELDS;
  const fields = Object.fromEntries(
    Object.entries(input).filter(([name]) => !irrelevant.includes(name)),
  ) as Partial<EditableFields>;
  if (type === 'oauth2' || fields.scopes === undefined) return fields;
  return { ...fields, scopes: [...new Set(['openid', ...fields.scopes])] };
}

function assertComplete(provider: CustomProvider): void {
  const required: Record<CustomProviderType, [value: string | null, field: string][]> = {
    oidc: [[provider.issuer, 'issuer']],
    oauth2: [
      [provider.authorizationUrl, 'authorization_url'],
      [provider.tokenUrl, 'token_url'],
      [provider.userinfoUrl, 'userinfo_url'],
    ],
  };
  for (const [value, field] of required[provider.providerType]) {
    if (value === null)
      throw new InvalidInputError(`${field} is required for ${provider.providerType} providers`);
  }
}
