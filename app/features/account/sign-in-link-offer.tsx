// Shown when signing in with a password is refused for a while: the way in that nobody's guesses can block.
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useRequestSignInLink } from './session.api.ts';

export function SignInLinkOffer({ username }: { username: string }) {
  const ask = useRequestSignInLink();
  return (
    <Notice isAlert>
      {ask.isSuccess ? (
        <p>{ask.data.message}</p>
      ) : (
        <>
          <p>
            Someone else may be guessing your password. We can email you a link that signs you in right away.
          </p>
          <Button className="mt-3" isBusy={ask.isPending} onClick={() => ask.mutate(username)}>
            Email me a sign-in link
          </Button>
          {ask.isError && <p className="error-text mt-2">{failureTextOf(ask.error)}</p>}
        </>
      )}
    </Notice>
  );
}
