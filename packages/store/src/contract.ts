// The contract suite of a store: `@carebench/store/contract`. Requires vitest and fast-check.
export { createHostileStore, type HostileOptions, type HostileStore } from './contract/hostile-store.js'
export { logContract } from './contract/log-contract.js'
export { storeContract } from './contract/store-contract.js'
