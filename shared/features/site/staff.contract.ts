// Running the site: settings, deployment, jobs, mail, the audit log.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { settingsBody } from './site.schema.ts';

const settingsAnswer = z.object({
  siteName: z.string(),
  supportEmail: z.string(),
  isRegistrationOpen: z.boolean(),
  isTwoFactorRequired: z.boolean(),
  platformFeePoints: z.int(),
});

export const getSettingsForStaff = defineContract({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'The settings of the site',
  access: { permission: 'settings.edit' },
  response: settingsAnswer,
});

export const updateSettings = defineContract({
  method: 'PATCH',
  path: '/api/admin/settings',
  summary: 'Change the settings of the site',
  access: { permission: 'settings.edit' },
  body: settingsBody,
  response: settingsAnswer,
  errors: ['conflict'],
});

const health = z.object({ isHealthy: z.boolean(), detail: z.string() });

export const getDeployment = defineContract({
  method: 'GET',
  path: '/api/admin/deployment',
  summary: 'Version, build, migrations, queue, health of database and storage',
  access: { permission: 'site.operate' },
  response: z.object({
    version: z.string(),
    buildDate: z.string(),
    environment: z.string(),
    node: z.string(),
    startedAt: z.string(),
    migrations: z.object({ applied: z.int(), expected: z.int(), lastAppliedAt: z.string().nullable() }),
    database: health.extend({ bytes: z.int() }),
    storage: health,
    mail: z.object({ isSmtp: z.boolean(), waiting: z.int() }),
    queues: z.array(
      z.object({
        name: z.string(),
        waiting: z.int(),
        /** For a time still to come. */
        planned: z.int(),
        active: z.int(),
        failed: z.int(),
      }),
    ),
    failedJobs: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        failedAt: z.string(),
        attempts: z.int(),
        error: z.string(),
      }),
    ),
  }),
});

export const retryJob = defineContract({
  method: 'POST',
  path: '/api/admin/jobs/:id/retry',
  summary: 'Run a failed job once more',
  access: { permission: 'site.operate' },
  params: z.object({ id: z.uuid() }),
  errors: ['not_found', 'conflict'],
});

export const listMails = defineContract({
  method: 'GET',
  path: '/api/admin/mails',
  summary:
    'What the site wrote to whom; texts only while no mail server is configured, because they hold links',
  access: { permission: 'site.operate' },
  query: z.object({ q: z.string().trim().max(100).optional(), ...pageQuery }),
  response: pageOf(
    z.object({
      id: z.uuid(),
      to: z.string(),
      subject: z.string(),
      text: z.string().nullable(),
      createdAt: z.string(),
      sentAt: z.string().nullable(),
      attempts: z.int(),
      lastError: z.string().nullable(),
      /** Written before the site was restored from a backup: whether it was sent is not known here. */
      heldBackAt: z.string().nullable(),
    }),
  ),
});

export const sendHeldMail = defineContract({
  method: 'POST',
  path: '/api/admin/mails/:id/send',
  summary: 'Send a mail that a restore kept back',
  access: { permission: 'site.operate' },
  params: z.object({ id: z.uuid() }),
  errors: ['not_found', 'conflict'],
});

export const auditEntrySchema = z.object({
  id: z.int(),
  /** Null: the site itself. */
  actor: z.object({ id: z.int(), name: z.string() }).nullable(),
  action: z.string(),
  /** In words: "Suspended the account". */
  label: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  person: z.object({ id: z.int(), name: z.string() }).nullable(),
  details: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

export const listAudit = defineContract({
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'What staff did, newest first',
  access: { permission: 'audit.view' },
  query: z.object({
    q: z.string().trim().max(100).optional(),
    action: z.string().max(60).optional(),
    userId: z.coerce.number().int().min(1).optional(),
    ...pageQuery,
  }),
  response: pageOf(auditEntrySchema).extend({
    actions: z.array(z.object({ name: z.string(), label: z.string() })),
  }),
});
