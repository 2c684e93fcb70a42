import type { Socket } from 'node:net'

/** What bwrap reports with `--json-status-fd`. The agent has no such descriptor, nor does it reach the writer. */
export interface SandboxStatus {
  /** The first process of the sandbox as it is numbered here; undefined if there never was one. */
  readonly leader: Promise<number | undefined>
  /**
   * Whether bwrap has ended without having executed the command: then there was no agent. False as long as that is not
   * certain. bwrap reports an exit code only of a command that was executed.
   */
  readonly isWithoutAgent: () => boolean
}

/** Reads the status of a sandbox from the descriptor that bwrap writes to. */
export function readSandboxStatus(stream: Socket): SandboxStatus {
  let text = ''
  let hasEnded = false
  const leader = new Promise<number | undefined>((resolve) => {
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => {
      text += chunk
      const id = /"child-pid": *(\d+)\D/.exec(text)?.[1]
      if (id !== undefined) resolve(Number(id))
    })
    stream.on('error', () => {})
    stream.on('end', () => {
      hasEnded = true
    })
    stream.on('close', () => resolve(undefined))
  })
  return { leader, isWithoutAgent: () => hasEnded && !text.includes('"exit-code"') }
}
