// Refunds belong to orders, which are exported and erased there (order.privacy.ts); they refer to staff by id only.
import { refundRequests, refunds } from '#server/db/schema/refund.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';

export const refundPersonalData: PersonalData = { tables: [refunds, refundRequests] };
