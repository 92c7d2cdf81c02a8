/** SQLSTATE codes and socket errors that mean "temporarily unavailable": retry once the server is back, or writable again (25006). */
const UNAVAILABLE_CODES =
  /^(08...|25006|53...|55P03|57P0[1-5]|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|EAI_AGAIN)$/;
/** Caused by the state of the server or by other transactions, not by the statement or its data. */
const TEMPORARY_CODES = /^(25P0[34]|40...|55006|57...|58...)$/;
const UNAVAILABLE_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|server closed the connection/i;

/** All connections of the pool or the server are in use, and none became free in time. */
const SATURATED_CODES = /^53300$/;
const SATURATED_MESSAGES = /timeout exceeded when trying to connect/i;
/** A statement was canceled, mostly because it took longer than `statement_timeout`. */
const CANCELED_CODES = /^57014$/;
const NONE = /(?!)/;

/** True if the error or one of its causes means that the database is unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return matches(error, UNAVAILABLE_CODES, UNAVAILABLE_MESSAGES);
}

/** True if the same statement may succeed later: the database is unavailable, or canceled the statement or its transaction. */
export function isDatabaseErrorTemporary(error: unknown): boolean {
  return isDatabaseUnavailable(error) || matches(error, TEMPORARY_CODES, NONE);
}

/** True if the database is {@link isDatabaseUnavailable unavailable} only because of the load. */
export function isDatabaseSaturated(error: unknown): boolean {
  return matches(error, SATURATED_CODES, SATURATED_MESSAGES);
}

/** True if a statement took too long. */
export function isStatementTimeout(error: unknown): boolean {
  return matches(error, CANCELED_CODES, NONE);
}

function matches(error: unknown, codes: RegExp, messages: RegExp): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
    const { code, errors } = current as Error & { code?: unknown; errors?: unknown[] };
    if (typeof code === 'string' && codes.test(code)) return true;
    if (messages.test(current.message)) return true;
    if (Array.isArray(errors) && errors.some((inner) => matches(inner, codes, messages))) return true;
    current = current.cause;
  }
  return false;
}
