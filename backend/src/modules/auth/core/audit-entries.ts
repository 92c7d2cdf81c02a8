type Details = Record<string, unknown>;

/** A user acting on their own account. */
export function byUser(userId: string, action: string, details?: Details) {
  return { actorId: userId, action, subject: { type: 'user', id: userId }, details };
}

/** The operator acting on a user, with the service key. */
export function byService(userId: string, action: string, details: Details = {}) {
  return {
    actorId: null,
    action,
    subject: { type: 'user', id: userId },
    details: { ...details, by: 'service key' },
  };
}
