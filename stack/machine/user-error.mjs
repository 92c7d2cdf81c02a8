/** An error that the person running the command can fix. Says what is wrong and how to fix it. Printed without a stack trace. */
export class UserError extends Error {
  constructor(problem, fix) {
    super(fix ? `${problem}\n  Fix: ${fix}` : problem);
    this.name = 'UserError';
  }
}

const systemErrors = {
  ENOSPC: (error) =>
    `The disk is full${error.path ? ` (writing ${error.path})` : ''}.\n  Fix: free some space, then run the same command again. Completed steps are kept.`,
  EDQUOT: () =>
    'Your disk quota is used up.\n  Fix: free some space, then run the same command again. Completed steps are kept.',
  EACCES: (error) => notWritable(error),
  EPERM: (error) => notWritable(error),
  EROFS: (error) => notWritable(error),
  EMFILE: () =>
    'Too many open files.\n  Fix: raise the limit with "ulimit -n 4096" and run the same command again.',
};

function notWritable(error) {
  return `Permission denied: ${error.path ?? 'a file'} (${error.code}).\n  Fix: change the owner to this user ("sudo chown -R $(id -un) ."), or set DATA_DIR to a writable folder.`;
}

/** What to print for an error: a message for user errors and known system errors, otherwise the stack trace. */
export function formatError(error) {
  const known = systemErrors[error?.code];
  if (known) return known(error);
  if (/ENOSPC|no space left on device/i.test(String(error?.message))) return systemErrors.ENOSPC({});
  if (error instanceof UserError) return error.message;
  return error?.stack ?? String(error);
}
