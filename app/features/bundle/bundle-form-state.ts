// What the form of a bundle and the part beside it share.
import type { UseFormReturn } from 'react-hook-form';
import type { BundleFields, BundleForm } from '#shared/features/bundle/bundle.schema.ts';
import type { BundleMove } from '#shared/features/bundle/bundle.states.ts';

export type BundleFormState = UseFormReturn<BundleForm, unknown, BundleFields>;
export type BundleAct = 'save' | BundleMove;
