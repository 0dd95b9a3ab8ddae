// Previews a coupon's discount, for the cart and for every checkout.
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/checkout/checkout.contract.ts';
import { browserApi } from './api-client.ts';

export const COUPON_PREVIEWS = [contract.previewCoupon.path] as const;

export const previewCoupon = (
  body: ContractInput<typeof contract.previewCoupon>['body'],
  signal?: AbortSignal,
) => browserApi.call(contract.previewCoupon, { body }, signal);
