// The part of autocannon that the benchmarks use; the package ships no types.
declare module 'autocannon' {
  type Result = {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number; average: number };
    non2xx: number;
    errors: number;
    /** In seconds. */
    duration: number;
  };
  type Options = {
    url: string;
    connections: number;
    /** In seconds; or `amount` requests. */
    duration?: number;
    amount?: number;
    /** Milliseconds. */
    sampleInt?: number;
    headers?: Record<string, string>;
    requests?: {
      method?: string;
      setupRequest(request: { path: string }): object;
      onResponse?(status: number, body: string): void;
    }[];
  };
  export default function autocannon(options: Options): Promise<Result>;
}
