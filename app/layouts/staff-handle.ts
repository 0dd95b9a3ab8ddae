// Staff pages export `handle: StaffHandle = { permission: … }` for their frame.
import type { Permission } from '#shared/roles.ts';

/** The permission the page requires; without it the frame shows an explanation instead. */
export type StaffHandle = { permission: Permission };
