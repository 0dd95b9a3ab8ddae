// What a staff page says of itself to its frame: `export const handle: StaffHandle = { permission: … }`.
import type { Permission } from '#shared/roles.ts';

/** Without this permission the server would refuse everything on the page; the frame says so right away. */
export type StaffHandle = { permission: Permission };
