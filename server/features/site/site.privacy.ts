// Errors reported by browsers name no user; they are deleted after a month.
import { lt } from '#server/db/drizzle.ts';
import { daysAfter } from '#server/clock.ts';
import { clientErrors } from '#server/db/schema/site.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';

const CLIENT_ERROR_DAYS = 30;

export const sitePersonalData: PersonalData = {
  tables: [],
  async prune({ db, clock }) {
    const time = daysAfter(clock.now(), -CLIENT_ERROR_DAYS);
    await db.delete(clientErrors).where(lt(clientErrors.createdAt, time));
  },
};
