import { errors } from 'jose';
import { DomainError, ServiceUnavailableError } from '../../../../platform/domain-error.js';
import { Logger } from '../../../../platform/logging/logger.js';
import { PrivateAddressError } from '../../../../platform/security/public-fetch.js';
import { InvalidGrantError } from '../../core/auth-errors.js';
import type { ProviderTokens } from '../../core/provider-tokens.js';
import type { ExternalIdentity } from '../domain/external-identity.js';
import type {
  IdentityProvider,
  PresentedIdToken,
  FlowSecrets,
  AuthorizationOptions,
} from '../domain/identity-providers.js';
import { BadCallbackError } from '../domain/provider-errors.js';

const UNAVAILABLE_MESSAGE = 'The provider is not responding. Please try again in a moment.';

/** Logs the details of provider failures. Callers only see whether to try again. */
export class ErrorMappingProvider implements IdentityProvider {
  constructor(
    private readonly provider: IdentityProvider,
    private readonly logger: Logger,
  ) {}

  get name(): string {
    return this.provider.name;
  }

  get issuesIdTokens(): boolean {
    return this.provider.issuesIdTokens;
  }

  get usesFormPost(): boolean {
    return this.provider.usesFormPost;
  }

  get emailOptional(): boolean {
    return this.provider.emailOptional;
  }

  authorizationUrl(input: AuthorizationOptions): Promise<string> {
    return this.call((provider) => provider.authorizationUrl(input), badCallback);
  }

  identify(
    response: URLSearchParams,
    flow: FlowSecrets,
  ): Promise<{ identity: ExternalIdentity; tokens: ProviderTokens }> {
    return this.call((provider) => provider.identify(response, flow), badCallback);
  }

  verifyIdToken(presented: PresentedIdToken): Promise<ExternalIdentity> {
    return this.call(
      (provider) => provider.verifyIdToken(presented),
      (cause) => new InvalidGrantError('invalid_grant', 'Bad ID token', cause),
    );
  }

  private async call<T>(
    action: (provider: IdentityProvider) => Promise<T>,
    toError: (cause: unknown) => DomainError,
  ): Promise<T> {
    try {
      return await action(this.provider);
    } catch (error) {
      if (error instanceof DomainError) throw error;
      this.logger.sampled('warn', 'identity provider request failed', {
        provider: this.name,
        reason: describeError(error),
      });
      throw isTimeoutOrNetworkError(error)
        ? new ServiceUnavailableError(UNAVAILABLE_MESSAGE, error)
        : toError(error);
    }
  }
}

function badCallback(cause: unknown): DomainError {
  return new BadCallbackError('The provider did not confirm this sign-in', cause);
}

/** Safe to log: the libraries' messages contain no tokens or secrets. */
export function describeError(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const network = PrivateAddressError.caused(error) ? 'provider address is in a private network' : undefined;
  return [code, message, network]
    .filter((part) => typeof part === 'string')
    .join(': ')
    .slice(0, 300);
}

/** Connection failures, DNS failures and timeouts. */
function isTimeoutOrNetworkError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, message, code, cause } = error as {
    name?: string;
    message?: string;
    code?: string;
    cause?: unknown;
  };
  if (error instanceof errors.JWKSTimeout || code === 'OAUTH_TIMEOUT') return true;
  if (name === 'TimeoutError' || name === 'AbortError' || message === 'fetch failed') return true;
  return isTimeoutOrNetworkError(cause);
}
