import type { Socket } from 'node:net'

/** The status that bwrap reports with `--json-status-fd`. The agent has no access to the descriptor or its writer. */
export interface SandboxStatus {
  /** The id, outside the sandbox, of its first process; undefined if there was none. */
  readonly leader: Promise<number | undefined>
  /**
   * Whether bwrap has ended without executing the command, so that no agent ran; false while this is uncertain. bwrap
   * reports an exit code only for an executed command.
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
