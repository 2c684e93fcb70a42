/** The stores that a service can have: the memory of its process, or a database. */
export const engineNames = ['memory', 'PGlite', 'PostgreSQL'] as const

export type EngineName = (typeof engineNames)[number]
