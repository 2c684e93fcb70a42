import { openWiredWorld } from './wired-world.js'
const world = await openWiredWorld({}, { files: [{ path: 'inbox/lab.csv', content: 'mrn\n1\n' }] })
console.log(JSON.stringify([world.sftp, world.mllp]))
setTimeout(() => process.exit(), 90_000)
