// Gives everyone in the demo school a login name and an address that appear nowhere else, so that a test which walks
// the site can tell when one of them is published. Every third person also loses their name: that is where a login
// name is most likely to be shown in its place.
import type { Pool } from 'pg';

/** Half of a login name or an address made by `plantLoginNames`; the rest is the person's number. */
const MARK = /zq(?:login|mail)(\d+)zq/g;

export async function plantLoginNames(pool: Pool): Promise<void> {
  await pool.query(`
    update users set username = 'zqlogin' || id || 'zq', username_key = 'zqlogin' || id || 'zq',
      email = 'zqmail' || id || 'zq@releve.example', email_key = 'zqmail' || id || 'zq@releve.example',
      first_name = case when id % 3 = 0 then '' else first_name end,
      last_name = case when id % 3 = 0 then '' else last_name end
    where state = 'active'`);
}

/** Whose login name or address is in this text, but for the reader's own. */
export function loginNamesIn(text: string, readerId: number | null): string[] {
  return [...text.matchAll(MARK)].filter(([, id]) => Number(id) !== readerId).map(([found]) => found);
}
