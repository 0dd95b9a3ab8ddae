// The viewer's own seller settings, which every page for sellers needs to know whether selling is suspended.
import * as contract from '#shared/features/seller/own-seller.contract.ts';
import { freshQuery } from './query.ts';

export const getOwnSellerQuery = () => freshQuery(contract.getOwnSeller, {});
