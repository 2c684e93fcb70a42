/** A port on loopback inside a sandbox, and the Unix socket that its connections are passed to. */
export interface Bridge {
  readonly host: string
  readonly port: number
  readonly socket: string
}

/**
 * The program that runs an agent inside a sandbox without a network: `node -e <program> <bridges as JSON> <command>...`.
 * It opens the bridges, starts the command with its own stdin, stdout and stderr, writes `started` or a reason to
 * descriptor 3, sends SIGTERM to the command's process group when it reads anything there, and ends as the command does. It
 * knows nothing that the agent does not. It is text because it runs where no file of ours is.
 */
export const supervisorProgram = `
'use strict'
const { spawn } = require('node:child_process')
const net = require('node:net')
const { constants } = require('node:os')
const [bridges, program, ...args] = process.argv.slice(1)
const control = new net.Socket({ fd: 3 })
control.on('error', () => {})
function fail(message) {
  control.write(message.split('\\n')[0] + '\\n', () => process.exit(127))
}
function open({ host, port, socket }) {
  return new Promise((resolve, reject) => {
    const server = net.createServer({ allowHalfOpen: true }, (inside) => {
      const outside = net.connect({ path: socket, allowHalfOpen: true })
      for (const [from, to] of [[inside, outside], [outside, inside]]) {
        from.on('error', () => to.destroy())
        from.on('close', () => to.destroySoon())
        from.pipe(to)
      }
    })
    server.on('error', reject).listen(port, host, resolve)
  })
}
Promise.all(JSON.parse(bridges).map(open)).then(() => {
  const agent = spawn(program, args, { stdio: 'inherit', detached: true })
  agent.on('error', (error) => fail(error.message))
  agent.on('spawn', () => control.write('started\\n'))
  agent.on('exit', (code, signal) => process.exit(code === null ? 128 + constants.signals[signal] : code))
  control.on('data', () => {
    try { process.kill(-agent.pid, 'SIGTERM') } catch {}
  })
}, (error) => fail(error.message))
`
