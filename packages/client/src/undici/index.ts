export type { ConnectionOptions } from '../node/dispatcher.js'
export { undiciFetch } from './undici-fetch.js'
