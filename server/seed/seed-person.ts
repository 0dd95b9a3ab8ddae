// Somebody of the demo school, before they are a row.
import type { Role } from '#shared/roles.ts';
import type { DanceStyle } from '#shared/vocabulary.ts';

export type SeedPerson = {
  username: string;
  firstName: string;
  lastName: string;
  roles: readonly [Role, ...Role[]];
  /** Days before the seeding moment. */
  joined: number;
  bio?: string;
  danceStyles?: readonly DanceStyle[];
  links?: readonly { label: string; url: string }[];
  isUnverified?: boolean;
  suspendedReason?: string;
};
