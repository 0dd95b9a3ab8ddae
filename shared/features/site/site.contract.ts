// The endpoints every page leans on: which build is this, what is the site called, what broke in a browser.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';

export const getVersion = defineContract({
  method: 'GET',
  path: '/api/version',
  summary: 'The running version and what it can do',
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
  summary: 'The site’s name and how to reach its people',
  access: 'public',
  response: z.object({
    siteName: z.string(),
    tagline: z.string(),
    supportEmail: z.string(),
  }),
});

export const reportClientError = defineContract({
  method: 'POST',
  path: '/api/client-errors',
  summary: 'Tell the people who run the site that a page broke; answers a reference to quote',
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
