// Signing in by a plain form post, for a browser whose scripts haven't loaded, or never will. The answer is a redirect:
// to /auth, which says what went wrong, or leads on once the visitor is signed in.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { addressKey } from '#server/integrations/address-key.ts';
import { requestDevice } from '#server/http/viewer.ts';
import { AppError } from '#shared/errors.ts';
import * as contract from '#shared/features/account/account.contract.ts';
import { SIGN_IN_FORM_PATH, type SignInFormOutcome } from '#shared/features/account/account.rules.ts';
import { loginBody } from '#shared/features/account/account.schema.ts';
import type { SignedIn } from './session.service.ts';
import { login } from './sign-in.service.ts';

/** Far more than two names and a code. */
const BODY_LIMIT = 8 * 1024;

type SetCookies = (request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) => Promise<unknown>;

export function registerSignInForm(app: FastifyInstance, ctx: AppContext, setCookies: SetCookies): void {
  void app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post(
      SIGN_IN_FORM_PATH,
      { config: { access: 'public', takesFields: true }, schema: { hide: true } },
      async (request, reply) => {
        const outcome = await signIn(request, reply).catch((error: unknown) => failureOf(error, request));
        return reply.header('cache-control', 'no-store').redirect(`/auth?form=${outcome}`, 303);
      },
    );
    done();
  });

  async function signIn(request: FastifyRequest, reply: FastifyReply): Promise<SignInFormOutcome> {
    const { method, path, rateLimit } = contract.login;
    // Counted together with the calls of the page's own script.
    if (rateLimit) await ctx.limiter.take(`${method} ${path} ${addressKey(request.ip)}`, rateLimit);
    const given = loginBody.safeParse(withoutEmptyCode(request.body));
    if (!given.success) return 'refused';
    await setCookies(request, reply, await login(ctx, { ...given.data, ...requestDevice(request) }));
    return 'signed-in';
  }
}

function withoutEmptyCode(body: unknown): unknown {
  const { code, ...rest } = (body ?? {}) as Record<string, unknown>;
  return code ? { ...rest, code } : rest;
}

const OUTCOMES: Partial<Record<string, SignInFormOutcome>> = {
  unauthenticated: 'refused',
  second_factor_required: 'code',
  too_many_requests: 'throttled',
  forbidden: 'suspended',
};

function failureOf(error: unknown, request: FastifyRequest): SignInFormOutcome {
  const outcome = error instanceof AppError ? OUTCOMES[error.code] : undefined;
  if (!outcome) request.log.error({ reqId: request.id, err: error }, 'signing in by form failed');
  return outcome ?? 'broken';
}
