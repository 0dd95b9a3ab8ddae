// Shared by the inbox of support and the page of one request.
import type { SupportState } from '#shared/features/message/message.rules.ts';
import { SUPPORT_STATE_LABELS } from '#shared/features/support/support.rules.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';

const TONES: Readonly<Record<SupportState, BadgeTone>> = { open: 'warn', waiting: 'plain', solved: 'ok' };

export function SupportStateBadge({ state }: { state: SupportState }) {
  return <Badge tone={TONES[state]}>{SUPPORT_STATE_LABELS[state]}</Badge>;
}

/** “45 minutes”, “3 hours”, “2 days”. */
export function formatMinutes(minutes: number): string {
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`;
  return `${Math.round(hours / 24)} days`;
}
