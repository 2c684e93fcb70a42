/** Where the service keeps everything. */
export const engineNames = ['memory', 'PGlite', 'PostgreSQL'] as const

export type EngineName = (typeof engineNames)[number]
