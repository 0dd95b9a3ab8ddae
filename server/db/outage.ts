// Distinguishes a database that is unavailable, full or overloaded from a wrong query: the first returns 503 and works
// again later, the second is a bug.

/**
 * - away: nobody answers, or the connection was cut. Whether a COMMIT under way took effect is not known.
 * - full: PostgreSQL has no room left. The transaction was rolled back.
 * - busy: too many at once, or a time limit ended it. The transaction was rolled back.
 */
export type Outage = 'away' | 'full' | 'busy';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html; class 08 (connection exception) is away too. */
const BY_SQLSTATE: Readonly<Record<string, Outage>> = {
  '25006': 'away', // read_only_sql_transaction: a standby that has not been promoted yet
  '25P03': 'away', // idle_in_transaction_session_timeout: PostgreSQL closed the connection
  '57P01': 'away', // admin_shutdown, also pg_terminate_backend
  '57P02': 'away', // crash_shutdown: another backend died and PostgreSQL restarts
  '57P03': 'away', // cannot_connect_now: it is starting up or shutting down
  '57P05': 'away', // idle_session_timeout
  '58030': 'away', // io_error
  '53100': 'full', // disk_full
  '53200': 'busy', // out_of_memory
  '53300': 'busy', // too_many_connections
  '57014': 'busy', // query_canceled: the statement took too long
  '55P03': 'busy', // lock_not_available
  '40001': 'busy', // serialization_failure
  '40P01': 'busy', // deadlock_detected
};

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Errors pg identifies by message only. */
const AWAY_TEXT =
  /connect ENOENT|Connection terminated|connection error and is not queryable|was closed and is not/;
const BUSY_TEXT = /timeout exceeded when trying to connect/;

/** Null if it is not an outage. Also looks at causes, since Drizzle wraps errors. */
export function outageOf(error: unknown): Outage | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const found = outageAt(at);
    if (found) return found;
  }
  return null;
}

function outageAt(error: Error): Outage | null {
  const code = 'code' in error ? String(error.code) : '';
  const known = BY_SQLSTATE[code];
  if (known) return known;
  if (/^08[0-9A-Z]{3}$/.test(code) || NETWORK_CODES.has(code) || AWAY_TEXT.test(error.message)) return 'away';
  return BUSY_TEXT.test(error.message) ? 'busy' : null;
}
