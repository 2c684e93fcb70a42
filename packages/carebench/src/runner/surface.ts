export const surfaces = ['tools', 'http', 'browser'] as const

/**
 * How an agent reaches the systems: by the typed tools of the MCP server, HTTP requests, or the workstation in a
 * browser. Results with different surfaces are results of different agents.
 */
export type Surface = (typeof surfaces)[number]
