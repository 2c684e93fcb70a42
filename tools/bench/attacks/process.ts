import { isMainThread, workerData } from 'node:worker_threads'

// In a thread, plays sequences on an engine if it is given one, and otherwise makes the requests of attackers; as a
// process of its own, it is the server that their connections attack.

if (isMainThread) await import('../load/process.js')
else if ('engine' in workerData) await import('../sequences/thread.js')
else await import('./requests.js')
