import { randomBytes } from 'node:crypto'
import type { Channels, ChannelsOptions } from '@carebench/server/channels'
import { UsageError } from '../terminal/exit-reason.js'

/** Opens the channels. Throws a {@link UsageError} if a package is missing or the ports are taken. */
export async function openWires(options: ChannelsOptions): Promise<Channels> {
  const { createChannels, MissingSshError } = await import('@carebench/server/channels')
  try {
    return await createChannels({ hostKeySeed: new Uint8Array(randomBytes(32)), ...options })
  } catch (error) {
    if (error instanceof MissingSshError) throw new UsageError(error.message, { cause: error })
    if (error instanceof Error && error.message.startsWith('No port is free')) {
      throw new UsageError(`${error.message} Name other ports with --wire-ports`, { cause: error })
    }
    throw error
  }
}
