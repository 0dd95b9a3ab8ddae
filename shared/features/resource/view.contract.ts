// Someone looks at a resource.
import { defineContract } from '#shared/contract.ts';
import { idParams } from '#shared/id.schema.ts';

export const countResourceView = defineContract({
  method: 'POST',
  path: '/api/resources/:id/views',
  summary:
    'Told by the page once it is shown: counts one person once a day, without keeping who; sellers, staff and robots are not counted',
  access: 'public',
  params: idParams,
  errors: ['not_found'],
  rateLimit: { points: 120, seconds: 60 },
});
