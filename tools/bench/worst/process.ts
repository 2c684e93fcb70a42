import { workerData } from 'node:worker_threads'

// A thread: with an engine in its data, plays sequences; without one, sends the worst requests.

if ('engine' in workerData) await import('../sequences/thread.js')
else await import('./requests.js')
