import { lockFolder } from '../engines/folder-lock.js'

// For tests only: a process that takes the lock of the folder in its first argument, says so, and keeps it.

try {
  await lockFolder(process.argv[2] ?? '', { onWait: (message) => process.stdout.write(`waits: ${message}\n`) })
  process.stdout.write('held\n')
  setInterval(() => {}, 1000)
} catch (error) {
  process.stdout.write(`refused: ${error instanceof Error ? error.message : String(error)}\n`)
}
