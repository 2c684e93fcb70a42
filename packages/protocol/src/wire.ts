export { ApiError, type ApiErrorOptions, apiErrorFromWire } from './api-error.js'
export { keysFromWire, keysToWire } from './wire/convert-keys.js'
export type { KeyMap } from './wire/key-map.js'
export { type WireOperation, wireTable } from './wire-table.js'
