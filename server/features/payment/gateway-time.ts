// How long someone who waits for a page waits for the gateway. The call itself may go on; its outcome is asked for later.
import { GatewayUnreachableError } from '#server/integrations/gateway/gateway.ts';

/** A checkout asks twice, and must answer within ten seconds. */
const PATIENCE_MS = 4_500;

export async function inTime<T>(call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new GatewayUnreachableError()), PATIENCE_MS);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
    // When it was late: its failure is nobody's any more.
    call.catch(() => {});
  }
}
