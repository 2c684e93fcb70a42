const environment: Readonly<Record<string, string | undefined>> = Reflect.get(globalThis, 'process')?.env ?? {}

/** How many times longer than usual the properties run: the environment's CAREBENCH_SCALE, default 1. */
export const scale = Number(environment.CAREBENCH_SCALE ?? 1)
