// Badges from the browser's side.
import { fillPath } from '#shared/contract.ts';
import * as contract from '#shared/features/certificate/badge.contract.ts';
import { freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type { BadgeKeys } from '#shared/features/certificate/badge.contract.ts';

export const badgeUrl = (id: number, format: 'json' | 'png'): string =>
  `${fillPath(contract.downloadBadge.path, { id })}?format=${format}`;

export const listBadgeKeysQuery = () => freshQuery(contract.listBadgeKeys, {});

export const useRotateBadgeKey = () =>
  useContractMutation(contract.rotateBadgeKey, { invalidates: [contract.listBadgeKeys] });
