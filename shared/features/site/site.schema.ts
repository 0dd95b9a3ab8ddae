// The settings form's rules.
import { z } from 'zod';
import { lineOfText } from '#shared/line-of-text.schema.ts';

const wholePercent = z.int('Enter a whole number').min(0, 'Enter 0 or more').max(100, 'Enter 100 or less');

export const settingsBody = z.object({
  siteName: lineOfText
    .min(1, 'The site needs a name')
    .max(60, 'At most 60 characters')
    .regex(/^[^<>"]*$/, 'Don’t use < > or quotes'),
  supportEmail: z
    .string()
    .trim()
    .max(254)
    .pipe(z.email({ error: 'This doesn’t look like an email address' })),
  isRegistrationOpen: z.boolean(),
  isTwoFactorRequired: z.boolean(),
  /** In hundredths of a percent. */
  platformFeePoints: z.int('Enter a number').min(0, 'Enter 0 or more').max(10_000, 'Enter 100 or less'),
  /** In percent of a course sale; left out: stays as it is. */
  instructorShare: wholePercent.optional(),
  /** In percent of what members pay; left out: stays as it is. */
  memberShare: wholePercent.optional(),
});
export type SettingsBody = z.input<typeof settingsBody>;

export const auditEntrySchema = z.object({
  id: z.int(),
  /** Null for the site itself. */
  actor: z.object({ id: z.int(), name: z.string() }).nullable(),
  action: z.string(),
  /** "Suspended a user" */
  label: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  person: z.object({ id: z.int(), name: z.string() }).nullable(),
  details: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
});

export type AuditEntry = z.output<typeof auditEntrySchema>;

/** How to undo a decision that hasn't taken effect yet. */
export const heldDecisionSchema = z.object({ id: z.uuid(), undoUntil: z.string() });

export type HeldDecision = z.output<typeof heldDecisionSchema>;
