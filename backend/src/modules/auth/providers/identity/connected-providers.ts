import { Injectable } from '@nestjs/common';
import { AUTH_PATH } from '@subscription-site/shared/paths';
import { errors } from 'jose';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { DomainError, ServiceUnavailableError } from '../../../../platform/errors/domain-error.js';
import { Logger } from '../../../../platform/logging/logger.js';
import type { ForeignIdentity } from '../../domain/foreign-identity.js';
import {
  IdentityProviders,
  type PresentedIdToken,
  type ProviderTokens,
  type ProviderVisit,
  type ProviderWish,
} from '../../domain/identity-providers.js';
import { BadCallbackError, GrantRefusedError } from '../../domain/provider-errors.js';
import { GithubProvider } from './github-provider.js';
import { OpenIdProvider } from './openid-provider.js';

const AWAY = 'The provider does not answer. Please try again in a moment.';

/** Every provider that is configured, behind one face. Nobody is asked before somebody wants to sign in. */
@Injectable()
export class ConnectedProviders extends IdentityProviders {
  private readonly providers: ReadonlyMap<string, OpenIdProvider | GithubProvider>;

  constructor(
    { auth, siteUrl }: Settings,
    clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
    const callback = `${siteUrl}${AUTH_PATH}/callback`;
    const made = auth.providers.map((settings) =>
      settings.kind === 'github'
        ? new GithubProvider(settings, callback)
        : new OpenIdProvider(settings, callback, clock),
    );
    this.providers = new Map(made.map((provider) => [provider.name, provider]));
  }

  override names(): readonly string[] {
    return [...this.providers.keys()];
  }

  override postsItsAnswer(provider: string): boolean {
    return this.of(provider).postsItsAnswer;
  }

  override makesIdTokens(provider: string): boolean {
    return this.of(provider).makesIdTokens;
  }

  override byIssuer(issuer: string): string | undefined {
    return [...this.providers.values()].find((provider) => provider.isOf(issuer))?.name;
  }

  override addressOf(provider: string, wish: ProviderWish): Promise<string> {
    return this.ask(provider, (asked) => asked.addressOf(wish), unvouched);
  }

  override identify(
    provider: string,
    answer: URLSearchParams,
    visit: ProviderVisit,
  ): Promise<{ identity: ForeignIdentity; tokens: ProviderTokens }> {
    return this.ask(provider, (asked) => asked.identify(answer, visit), unvouched);
  }

  override verifyIdToken(provider: string, presented: PresentedIdToken): Promise<ForeignIdentity> {
    return this.ask(
      provider,
      (asked) => asked.verifyIdToken(presented),
      (cause) => new GrantRefusedError('invalid_grant', 'Bad ID token', cause),
    );
  }

  /** What went wrong is for the operator's log; the caller learns only whether to try again. */
  private async ask<T>(
    name: string,
    question: (provider: OpenIdProvider | GithubProvider) => Promise<T>,
    refusal: (cause: unknown) => DomainError,
  ): Promise<T> {
    try {
      return await question(this.of(name));
    } catch (error) {
      if (error instanceof DomainError) throw error;
      this.logger.warn('provider refused or failed', { provider: name, reason: reasonOf(error) });
      throw isSilence(error) ? new ServiceUnavailableError(AWAY, error) : refusal(error);
    }
  }

  private of(name: string): OpenIdProvider | GithubProvider {
    const provider = this.providers.get(name);
    if (!provider) throw new Error('asked for a provider that is not configured');
    return provider;
  }
}

function unvouched(cause: unknown): DomainError {
  return new BadCallbackError('The provider did not vouch for this sign-in', cause);
}

/** Neither library's messages repeat a token or a secret. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return [code, message]
    .filter((part) => typeof part === 'string')
    .join(': ')
    .slice(0, 300);
}

/** No answer at all: a broken connection, a name that is not found, or too long a wait. */
function isSilence(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, message, code, cause } = error as {
    name?: string;
    message?: string;
    code?: string;
    cause?: unknown;
  };
  if (error instanceof errors.JWKSTimeout || code === 'OAUTH_TIMEOUT') return true;
  if (name === 'TimeoutError' || name === 'AbortError' || message === 'fetch failed') return true;
  return isSilence(cause);
}
