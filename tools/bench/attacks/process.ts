import { isMainThread, workerData } from 'node:worker_threads'

// As a thread with an engine in its data, plays sequences; as a thread without one, sends the requests of attackers. As
// a process, it is the server that connections attack.

if (isMainThread) await import('../load/process.js')
else if ('engine' in workerData) await import('../sequences/thread.js')
else await import('./requests.js')
