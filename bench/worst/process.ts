import { workerData } from 'node:worker_threads'

// A thread: it plays sequences on an engine if it is told one, and otherwise sends the worst requests.

if ('engine' in workerData) await import('../sequences/thread.js')
else await import('./requests.js')
