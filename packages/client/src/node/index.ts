export { type NodeFetchOptions, nodeFetch } from './agent.js'
export type { ConnectionOptions } from './dispatcher.js'
