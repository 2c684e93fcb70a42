export { type NodeFetchOptions, nodeFetch } from './agent.js'
