/** An error that the person running the command can fix. Says what is wrong and how to fix it. Printed without a stack trace. */
export class UserError extends Error {
  constructor(problem, fix) {
    super(fix ? `${problem}\n  Fix: ${fix}` : problem);
    this.name = 'UserError';
  }
}

const systemErrors = [
  {
    matches: ({ code, message }) => code === 'ENOSPC' || /ENOSPC|no space left on device/i.test(message),
    explain: () =>
      'The disk is full.\n  Fix: free some space, then run the same command again. Completed steps are kept.',
  },
  {
    matches: ({ code }) => ['EACCES', 'EPERM', 'EROFS'].includes(code),
    explain: ({ code, path }) =>
      `Permission denied: ${path ?? 'a file'} (${code}).\n  Fix: change the owner to this user ("sudo chown -R $(id -un) ."), or set DATA_DIR to a writable folder.`,
  },
];

/** What to print for an error: a message for user errors and known system errors, otherwise the stack trace. */
export function formatError(error) {
  const known = systemErrors.find(({ matches }) => matches(error));
  if (known) return known.explain(error);
  return error instanceof UserError ? error.message : (error.stack ?? String(error));
}
