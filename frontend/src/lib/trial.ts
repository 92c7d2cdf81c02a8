/** Where a visitor begins the free trial: the marker stands in the address, so that it survives a reload, and in {@link TRIAL_STATE}. */
export const TRIAL_PATH = '/auth?from=free-trial';
export const TRIAL_STATE = { fromFreeTrial: true } as const;
