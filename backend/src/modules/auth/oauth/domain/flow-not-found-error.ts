import { DomainError } from '../../../../platform/domain-error.js';

/** Where a flow leads after the callback; null for the site. */
export interface FlowTarget {
  redirectTo: string | null;
}

/** A callback that does not belong to a flow of this browser. No session is created and the flow remains usable. */
export class FlowNotFoundError extends DomainError {
  constructor(
    code: 'bad_oauth_state' | 'saml_relay_state_not_found',
    message: string,
    /** Target of the flow that the state identifies; undefined when the state is unknown or expired. */
    readonly target: FlowTarget | undefined,
  ) {
    super('malformed', code, message);
  }
}
