// A payment problem names the staff member who settled it, by id only.
import { paymentProblems } from '#server/db/schema/payment-problem.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';

export const paymentProblemPersonalData: PersonalData = { tables: [paymentProblems] };
