// Gives every user of the demo school a unique username and address, so that tests that crawl the site notice when one
// is published. Every third user also loses their name: that is where a username is most likely to be shown instead.
import type { Pool } from 'pg';

/** The first half of a username or address made by `plantLoginNames`; the rest is the user's id. */
const MARK = /zq(?:login|mail)(\d+)zq/g;

export async function plantLoginNames(pool: Pool): Promise<void> {
  await pool.query(`
    update users set username = 'zqlogin' || id || 'zq', username_key = 'zqlogin' || id || 'zq',
      email = 'zqmail' || id || 'zq@releve.example', email_key = 'zqmail' || id || 'zq@releve.example',
      first_name = case when id % 3 = 0 then '' else first_name end,
      last_name = case when id % 3 = 0 then '' else last_name end
    where state = 'active'`);
}

/** Users whose username or address is in this text, except the viewer's own. */
export function loginNamesIn(text: string, readerId: number | null): string[] {
  return [...text.matchAll(MARK)].filter(([, id]) => Number(id) !== readerId).map(([found]) => found);
}
