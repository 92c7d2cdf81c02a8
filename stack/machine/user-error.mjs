/** An error that the person running the command can fix. Says what is wrong and how to fix it. Printed without a stack trace. */
export class UserError extends Error {
  constructor(problem, fix) {
    super(fix ? `${problem}\n  Fix: ${fix}` : problem);
    this.name = 'UserError';
  }
}

/** What to print for an error: a message for user errors and known system errors, otherwise the stack trace. */
export function formatError(error) {
  const { code, message, path, stack } = error;
  if (code === 'ENOSPC' || /ENOSPC|no space left on device/i.test(message))
    return 'The disk is full.\n  Fix: free some space, then run the same command again. Completed steps are kept.';
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `Permission denied: ${path ?? 'a file'} (${code}).\n  Fix: change the owner to this user ("sudo chown -R $(id -un) ."), or set DATA_DIR to a writable folder.`;
  const isUserError = error instanceof UserError || code?.startsWith?.('ERR_PARSE_ARGS_');
  return isUserError ? message : stack;
}
