type StepTime = { name: string; cpuSeconds: number };
export function describeGrowth(results: readonly StepTime[], kept: ReadonlyMap<string, number>): string[];
