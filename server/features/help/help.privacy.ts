// Personal data of help articles: who changed one last.
import { eq } from '#server/db/drizzle.ts';
import { helpArticles } from '#server/db/schema/help.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';

export const helpPersonalData: PersonalData = {
  tables: [helpArticles],
  async erase(_ctx, tx, { userId }) {
    await tx.update(helpArticles).set({ updatedBy: null }).where(eq(helpArticles.updatedBy, userId));
  },
};
