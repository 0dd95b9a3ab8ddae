// The ledger keeps what was sold and refers to sellers by id only: nothing to export beyond orders, nothing to erase.
import {
  ledgerBalances,
  ledgerDays,
  ledgerEntries,
  salesDays,
  salesMonths,
} from '#server/db/schema/ledger.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';

export const ledgerPersonalData: PersonalData = {
  tables: [ledgerEntries, ledgerDays, ledgerBalances, salesDays, salesMonths],
};
