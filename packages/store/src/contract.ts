// What every store does, as tests: `@carebench/store/contract`. It needs vitest and fast-check.
export { createHostileStore, type HostileOptions, type HostileStore } from './contract/hostile-store.js'
export { logContract } from './contract/log-contract.js'
export { storeContract } from './contract/store-contract.js'
