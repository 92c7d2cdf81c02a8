/** SQLSTATE codes and socket errors that mean "temporarily unavailable": retry once the server is back. */
const UNAVAILABLE_CODES =
  /^(08...|57P0[1-3]|53300|55P03|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|EAI_AGAIN)$/;
const UNAVAILABLE_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|server closed the connection/i;

/** True if the error or one of its causes means that the database is unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
    const { code, errors } = current as Error & { code?: unknown; errors?: unknown[] };
    if (typeof code === 'string' && UNAVAILABLE_CODES.test(code)) return true;
    if (UNAVAILABLE_MESSAGES.test(current.message)) return true;
    if (Array.isArray(errors) && errors.some((inner) => isDatabaseUnavailable(inner))) return true;
    current = current.cause;
  }
  return false;
}
