import { workerData } from 'node:worker_threads'

// A thread: plays sequences on the engine in its data; without one, sends the worst requests.

if ('engine' in workerData) await import('../sequences/thread.js')
else await import('./requests.js')
