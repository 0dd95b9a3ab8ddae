// What a new site needs before it can open. Every step looks at what is really there, so nobody has to tick it off.
import type { AppContext } from '#server/context.ts';
import type { ContractResult } from '#shared/contract.ts';
import type * as contract from '#shared/features/dashboard/dashboard.contract.ts';
import { isPlaceholderAddress, SETUP_STEPS, type SetupStep } from '#shared/features/dashboard/setup.rules.ts';
import { findSetupState } from './dashboard.queries.ts';

export async function getSiteSetup(ctx: AppContext): Promise<ContractResult<typeof contract.getSiteSetup>> {
  const { config, gateway } = ctx;
  const [state, isStorageHealthy] = await Promise.all([findSetupState(ctx.db), canStoreFiles(ctx)]);
  const { supportEmail, feePoints, isSaved, isBackedUp, hasCourse, hasOfficer, isMailFailing } = state;
  if (config.isDemo) return { steps: [], feePoints };
  const done: Record<SetupStep, boolean> = {
    name: isSaved && !isPlaceholderAddress(supportEmail),
    address: config.isPublicUrlFixed,
    mail: config.smtpUrl !== undefined && !isMailFailing,
    payments: gateway.name === 'stripe',
    storage: isStorageHealthy,
    fee: isSaved,
    officer: hasOfficer,
    course: hasCourse,
    backup: isBackedUp,
  };
  return { steps: SETUP_STEPS.map((key) => ({ key, isDone: done[key] })), feePoints };
}

async function canStoreFiles({ storage, log }: AppContext): Promise<boolean> {
  try {
    await storage.healthy();
    return true;
  } catch (error) {
    log.warn({ err: error }, 'storage is not healthy');
    return false;
  }
}
