// Tells the server about an error a visitor saw, and answers the reference to quote. Fetched when there is one.
import { reportClientError } from '#shared/features/site/site.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';

export async function reportError(error: unknown): Promise<string> {
  const { message, stack } = (error ?? {}) as Partial<Error>;
  const body = {
    message: String(message || error).slice(0, 2000),
    path: location.pathname.slice(0, 2048),
    ...(typeof stack === 'string' && { stack: stack.slice(0, 8000) }),
  };
  return (await browserApi.call(reportClientError, { body })).reference;
}
