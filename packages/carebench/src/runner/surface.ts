export const surfaces = ['tools', 'http', 'browser'] as const

/**
 * By what an agent reaches the systems: the typed tools of the MCP server, HTTP requests, or the workstation in a
 * browser. Results by different ones are results of different agents.
 */
export type Surface = (typeof surfaces)[number]
