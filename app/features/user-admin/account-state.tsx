// The state of an account in a word.
import type { AccountState } from '#shared/features/account/account.rules.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';

const LOOKS: Readonly<Record<AccountState, { tone: BadgeTone; word: string }>> = {
  active: { tone: 'ok', word: 'Active' },
  suspended: { tone: 'bad', word: 'Suspended' },
  deleted: { tone: 'plain', word: 'Deleted' },
};

/** An active account whose address nobody has confirmed says that instead: it is what staff look for. */
export function AccountStateBadge({
  state,
  isEmailVerified,
}: {
  state: AccountState;
  isEmailVerified: boolean;
}) {
  if (state === 'active' && !isEmailVerified) return <Badge tone="warn">Not confirmed</Badge>;
  const { tone, word } = LOOKS[state];
  return <Badge tone={tone}>{word}</Badge>;
}
