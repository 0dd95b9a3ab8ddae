// The site itself: version, name and client errors; for staff also settings, deployment, jobs, email and the audit log.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idText } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { settingsBody, auditEntrySchema } from './site.schema.ts';

export const getVersion = defineContract({
  method: 'GET',
  path: '/api/version',
  summary: 'Get the running version and its features',
  access: 'public',
  response: z.object({
    version: z.string(),
    buildDate: z.string(),
    environment: z.string(),
    features: z.array(z.string()),
  }),
});

export const getSite = defineContract({
  method: 'GET',
  path: '/api/site',
  summary: 'Get the name of the site, its support address and what members save',
  access: 'public',
  response: z.object({
    siteName: z.string(),
    tagline: z.string(),
    supportEmail: z.string(),
    /** In percent: what every membership on sale takes off prices. */
    memberDiscounts: z.object({ resource: z.int(), course: z.int(), booking: z.int() }),
  }),
});

export const reportClientError = defineContract({
  method: 'POST',
  path: '/api/client-errors',
  summary: 'Report an error in a page; returns a reference to quote',
  access: 'public',
  body: z.object({
    message: z.string().trim().min(1).max(2000),
    path: z
      .string()
      .max(2048)
      .regex(/^\/(?!\/)[^\s\\]*$/, 'Must be a path on this site'),
    stack: z.string().max(8000).optional(),
  }),
  response: z.object({ reference: z.string() }),
  status: 201,
  errors: ['too_many_requests'],
  rateLimit: { points: 30, seconds: 60 },
});

const settingsResponse = z.object({
  siteName: z.string(),
  supportEmail: z.string(),
  isRegistrationOpen: z.boolean(),
  isTwoFactorRequired: z.boolean(),
  platformFeePoints: z.int(),
  instructorShare: z.int(),
  memberShare: z.int(),
});

export const getSettings = defineContract({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'Get the site settings',
  access: { permission: 'settings.edit' },
  response: settingsResponse,
});

export const updateSettings = defineContract({
  method: 'PATCH',
  path: '/api/admin/settings',
  summary: 'Update the site settings',
  access: { permission: 'settings.edit' },
  body: settingsBody,
  response: settingsResponse,
  errors: ['conflict'],
});

const health = z.object({ isHealthy: z.boolean(), detail: z.string() });

export const getDeployment = defineContract({
  method: 'GET',
  path: '/api/admin/deployment',
  summary: 'Get version, build, migrations, queues, and the health of database and storage',
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
        /** Scheduled for later. */
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
  summary: 'Run a failed job again',
  access: { permission: 'site.operate' },
  params: z.object({ id: z.uuid() }),
  errors: ['not_found', 'conflict'],
});

export const listMails = defineContract({
  method: 'GET',
  path: '/api/admin/mails',
  summary:
    'List sent and queued emails; texts only while no mail server is set up, because they contain links',
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
      /** Written before a restore from backup, so it may already have been sent. */
      heldBackAt: z.string().nullable(),
    }),
  ),
});

export const sendHeldMail = defineContract({
  method: 'POST',
  path: '/api/admin/mails/:id/send',
  summary: 'Send an email that is on hold since a restore',
  access: { permission: 'site.operate' },
  params: z.object({ id: z.uuid() }),
  errors: ['not_found', 'conflict'],
});

export const listAudit = defineContract({
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'List staff actions, newest first',
  access: { permission: 'audit.view' },
  query: z.object({
    q: z.string().trim().max(100).optional(),
    action: z.string().max(60).optional(),
    userId: idText.optional(),
    ...pageQuery,
  }),
  response: pageOf(auditEntrySchema).extend({
    actions: z.array(z.object({ name: z.string(), label: z.string() })),
  }),
});

export const undoDecision = defineContract({
  method: 'POST',
  path: '/api/decisions/:id/undo',
  summary: 'Undo my decision, or all decisions made with one click, within ten seconds',
  access: 'signed-in',
  params: z.object({ id: z.uuid() }),
  response: z.object({ undone: z.int() }),
  errors: ['not_found', 'conflict'],
});
