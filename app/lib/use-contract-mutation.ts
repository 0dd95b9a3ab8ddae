// Changes through the API: calls a contract, refetches what the change touched, and says so when it fails.
import {
  useMutation,
  useQueryClient,
  type QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import type { Contract, ContractInput, ContractOutput } from '#shared/contract.ts';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from './form-errors.ts';
import { apiOf } from './query.ts';

/** Contracts whose cached responses a change makes stale, whatever their input. */
export type Touched = readonly Pick<Contract, 'path'>[];

type Options<C extends Contract, Variables, OnMutate> = Omit<
  UseMutationOptions<ContractOutput<C>, Error, Variables, OnMutate>,
  'mutationFn'
> & {
  /** Refetched after success and after refusal (someone else may have been faster); pending until that is done. */
  invalidates?: Touched;
  /** Title of the toast that explains a failure. Leave it out where the page explains it itself. */
  errorTitle?: string | ((variables: Variables) => string);
};

type WithInput<C extends Contract, Variables> = {
  /** What the endpoint is sent, where callers pass something shorter than params and body. */
  input: (variables: Variables) => ContractInput<C>;
};

/** A contract, or a choice between contracts that take and answer the same: follow and unfollow. */
type Chosen<C extends Contract, Variables> = C | ((variables: Variables) => C);

export function useContractMutation<C extends Contract, Variables, OnMutate = unknown>(
  contract: Chosen<C, Variables>,
  options: Options<C, Variables, OnMutate> & WithInput<C, Variables>,
): UseMutationResult<ContractOutput<C>, Error, Variables, OnMutate>;
export function useContractMutation<C extends Contract, OnMutate = unknown>(
  contract: C,
  options?: Options<C, ContractInput<C>, OnMutate>,
): UseMutationResult<ContractOutput<C>, Error, ContractInput<C>, OnMutate>;
export function useContractMutation<C extends Contract, Variables, OnMutate>(
  contract: Chosen<C, Variables>,
  options: Options<C, Variables, OnMutate> & Partial<WithInput<C, Variables>> = {},
) {
  return useMutation(contractMutation(contract, options));
}

/** The same as options, for use outside React. */
export function contractMutation<C extends Contract, Variables, OnMutate>(
  contract: Chosen<C, Variables>,
  {
    invalidates = [],
    errorTitle,
    input = (variables) => variables as ContractInput<C>,
    ...options
  }: Options<C, Variables, OnMutate> & Partial<WithInput<C, Variables>>,
): UseMutationOptions<ContractOutput<C>, Error, Variables, OnMutate> {
  return {
    ...options,
    mutationFn: (variables, { client }) =>
      apiOf(client).call(typeof contract === 'function' ? contract(variables) : contract, input(variables)),
    async onError(error, variables, ...rest) {
      await options.onError?.(error, variables, ...rest);
      const title = typeof errorTitle === 'function' ? errorTitle(variables) : errorTitle;
      if (title !== undefined) {
        toast({ title, description: failureTextOf(error), variant: 'destructive' });
      }
    },
    async onSettled(...args) {
      await invalidate(args[4].client, invalidates);
      await options.onSettled?.(...args);
    },
  };
}

/** Marks cached responses stale and waits until those on the screen are refetched. */
export async function invalidate(client: QueryClient, touched: Touched): Promise<void> {
  await Promise.all(
    touched.map(async ({ path }) => {
      const queryKey = [path];
      const running = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
      const isFirst = running.some(({ state }) => state.data === undefined);
      await client.invalidateQueries({ queryKey });
      // A first fetch isn't restarted, and its answer may be older than the change.
      if (isFirst) await client.invalidateQueries({ queryKey });
    }),
  );
}

/** The same on demand: after an undo, or once a decision has taken effect. */
export function useInvalidate(touched: Touched): () => void {
  const client = useQueryClient();
  return () => void invalidate(client, touched);
}
