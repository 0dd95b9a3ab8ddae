// The configuration of a server process: one schema, read once from the environment.
import path from 'node:path';
import { z } from 'zod';
import { StartError } from './start-error.ts';

/** Unset and empty mean the same, as in a copied .env.example. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const flag = z
  .enum(['0', '1', 'true', 'false', 'on', 'off'])
  .transform((value) => ['1', 'true', 'on'].includes(value));

const environment = z.object({
  NODE_ENV: optional(z.enum(['production', 'development', 'test'])),
  PORT: optional(z.coerce.number().int().min(0).max(65_535)),
  HOST: optional(z.string()),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: optional(z.string()),
  S3_BUCKET: optional(z.string()),
  S3_REGION: optional(z.string()),
  S3_ENDPOINT: optional(z.url()),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  STRIPE_SECRET_KEY: optional(z.string()),
  STRIPE_PUBLISHABLE_KEY: optional(z.string()),
  STRIPE_WEBHOOK_SECRET: optional(z.string()),
  STRIPE_API_BASE: optional(z.url({ protocol: /^https?$/ })),
  STRIPE_TAX: optional(flag),
  DEMO: optional(flag),
  DEMO_FILES: optional(z.coerce.number().int().min(0)),
  ADMIN_USERNAME: optional(z.string()),
  LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
  TRUST_PROXY: optional(
    z.string().regex(/^(\d{1,2}|[\da-fA-F.:/, ]+)$/, 'give a number of proxies, or their addresses'),
  ),
  DRAIN_MS: optional(z.coerce.number().int().min(0).max(60_000)),
  RELEVE_DEV: optional(flag),
});

export type S3Config = {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
};

export type StripeConfig = {
  secretKey: string;
  publishableKey: string;
  /** Verifies the signatures of Stripe's webhooks. */
  webhookSecret: string;
  /** Another server that speaks Stripe's API, for tests. */
  apiBase: string | undefined;
  /** Stripe Tax adds tax on top of our prices. */
  isTaxOn: boolean;
};

export type Config = {
  environment: 'production' | 'development' | 'test';
  host: string;
  port: number;
  /** The site's public URL. Only links that leave the site (emails, canonical, sitemap) need it. */
  publicUrl: string;
  /** False: PUBLIC_URL is unset, so the host in the request is trusted. */
  isPublicUrlFixed: boolean;
  dataDir: string;
  /** Undefined: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  s3: S3Config | undefined;
  /** Undefined: the sandbox takes payments. */
  stripe: StripeConfig | undefined;
  /** The demo school, its users and their well-known password. */
  isDemo: boolean;
  /** For how many demo resources covers and files are created ahead. */
  demoFiles: number;
  /** The user who becomes the admin of a site that has none. */
  firstAdmin: string | undefined;
  logLevel: string;
  /** How many proxies in front are ours, or their addresses. False: none, and forwarded headers are not trusted. */
  trustProxy: number | string | false;
  /** How long `/readyz` returns 503 before the server stops listening, so that a load balancer notices in time. */
  drainMs: number;
  /** Pages are served by Vite with hot reload instead of from build/. */
  isDev: boolean;
};

export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartError(`The setting ${issue?.path.join('.')} is not valid: ${issue?.message}.`);
  }
  const set = parsed.data;
  const port = set.PORT ?? 5000;
  return {
    environment: set.NODE_ENV ?? 'production',
    host: set.HOST ?? '127.0.0.1',
    port,
    publicUrl: (set.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    isPublicUrlFixed: set.PUBLIC_URL !== undefined,
    dataDir: path.resolve(set.DATA_DIR ?? 'data'),
    databaseUrl: set.DATABASE_URL,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    s3: set.S3_BUCKET
      ? {
          bucket: set.S3_BUCKET,
          region: set.S3_REGION ?? 'us-east-1',
          endpoint: set.S3_ENDPOINT,
          accessKeyId: set.S3_ACCESS_KEY_ID,
          secretAccessKey: set.S3_SECRET_ACCESS_KEY,
        }
      : undefined,
    stripe: stripeIn(set),
    isDemo: set.DEMO ?? set.DATABASE_URL === undefined,
    demoFiles: set.DEMO_FILES ?? Number.MAX_SAFE_INTEGER,
    firstAdmin: set.ADMIN_USERNAME,
    logLevel: set.LOG_LEVEL ?? 'info',
    trustProxy: proxies(set.TRUST_PROXY),
    drainMs: set.DRAIN_MS ?? 1000,
    isDev: set.RELEVE_DEV ?? false,
  };
}

function stripeIn(set: z.output<typeof environment>): StripeConfig | undefined {
  const secretKey = set.STRIPE_SECRET_KEY;
  if (secretKey === undefined) {
    if (set.STRIPE_TAX) throw new StartError('STRIPE_TAX is on, but STRIPE_SECRET_KEY is not set.');
    return undefined;
  }
  const { STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = set;
  // With only some of them, we would charge cards and never learn the outcome.
  if (publishableKey === undefined || webhookSecret === undefined) {
    throw new StartError(
      'STRIPE_SECRET_KEY is set, but not both STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET. Set all three.',
    );
  }
  return {
    secretKey,
    publishableKey,
    webhookSecret,
    apiBase: set.STRIPE_API_BASE,
    isTaxOn: set.STRIPE_TAX ?? false,
  };
}

function proxies(value: string | undefined): number | string | false {
  if (value === undefined || value === '0') return false;
  return /^\d+$/.test(value) ? Number(value) : value;
}
