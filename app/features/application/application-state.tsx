// The state of an application in a word, the same for those who ask and those who decide.
import type { ApplicationState } from '#shared/features/application/application.states.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';

const LOOKS: Readonly<Record<ApplicationState, { tone: BadgeTone; word: string }>> = {
  waiting: { tone: 'warn', word: 'Waiting' },
  approved: { tone: 'ok', word: 'Approved' },
  declined: { tone: 'bad', word: 'Declined' },
  withdrawn: { tone: 'plain', word: 'Withdrawn' },
};

export function ApplicationStateBadge({ state }: { state: ApplicationState }) {
  const { tone, word } = LOOKS[state];
  return <Badge tone={tone}>{word}</Badge>;
}
