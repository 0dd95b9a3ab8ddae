// Help articles: public to read and search, written by staff.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams, idSchema } from '#shared/id.schema.ts';
import {
  helpArticleBody,
  helpArticleDetailSchema,
  helpArticleSchema,
  helpPreviewBody,
  staffHelpArticleSchema,
} from './help.schema.ts';

const access = { permission: 'help.manage' } as const;

export const listHelpArticles = defineContract({
  method: 'GET',
  path: '/api/help',
  summary: 'List published help articles, or those that match a search, best first',
  access: 'public',
  query: z.object({ q: z.string().max(200).default('') }),
  response: z.object({ items: z.array(helpArticleSchema) }),
});

export const getHelpArticle = defineContract({
  method: 'GET',
  path: '/api/help/:slug',
  summary: 'Get a published help article',
  access: 'public',
  params: z.object({ slug: z.string().min(1).max(120) }),
  response: helpArticleDetailSchema,
  errors: ['not_found'],
});

export const listStaffHelpArticles = defineContract({
  method: 'GET',
  path: '/api/admin/help',
  summary: 'List all help articles in their order, drafts included',
  access,
  response: z.object({ items: z.array(staffHelpArticleSchema) }),
});

export const createHelpArticle = defineContract({
  method: 'POST',
  path: '/api/admin/help',
  summary: 'Create a help article',
  access,
  body: helpArticleBody,
  status: 201,
  response: staffHelpArticleSchema,
});

export const updateHelpArticle = defineContract({
  method: 'PUT',
  path: '/api/admin/help/:id',
  summary: 'Change, publish or unpublish a help article',
  access,
  params: idParams,
  body: helpArticleBody,
  response: staffHelpArticleSchema,
  errors: ['not_found'],
});

export const deleteHelpArticle = defineContract({
  method: 'DELETE',
  path: '/api/admin/help/:id',
  summary: 'Delete a help article',
  access,
  params: idParams,
  errors: ['not_found'],
});

export const reorderHelpArticles = defineContract({
  method: 'PUT',
  path: '/api/admin/help-order',
  summary: 'Set the order of all help articles',
  access,
  body: z.object({ ids: z.array(idSchema).min(1).max(500) }),
  errors: ['conflict'],
});

export const previewHelpArticle = defineContract({
  method: 'POST',
  path: '/api/admin/help-preview',
  summary: 'Render the text of a help article without saving it',
  access,
  body: helpPreviewBody,
  response: z.object({ html: z.string() }),
});
