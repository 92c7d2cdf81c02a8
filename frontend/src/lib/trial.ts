/**
 * Sign-up page of the free trial. The marker is in the URL, so that it survives a reload, and in {@link
 * TRIAL_STATE}.
 */
export const TRIAL_PATH = '/auth?from=free-trial';
export const TRIAL_STATE = { fromFreeTrial: true } as const;
