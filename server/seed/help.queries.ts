// Help articles of the demo school, in SQL.
import type { Tx } from '#server/db/client.ts';
import { helpArticles } from '#server/db/schema/help.ts';
import { HELP_ARTICLES } from './help-articles.ts';

export async function fillHelp(tx: Tx, { now }: { now: Date }): Promise<void> {
  await tx.insert(helpArticles).values(
    HELP_ARTICLES.map((article, index) => ({
      ...article,
      position: index + 1,
      isPublished: true,
      updatedAt: now,
    })),
  );
}
