import { assertStoreSettings } from '../../serving/open-store.js'
import {
  describedSettings,
  describeSettings,
  resolveSettings,
  type SettingSources,
} from '../../serving/resolve-settings.js'
import { readSecrets } from '../../serving/secrets.js'
import { settingsSchema } from '../../serving/settings.js'
import { jsonText } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'

/** The command line of `carebench serve`, as typed. */
export interface ServeCommandLine extends Pick<SettingSources, 'flags'> {
  readonly config?: string | undefined
  readonly json?: boolean | undefined
  readonly printConfig?: boolean | undefined
  readonly printConfigSchema?: boolean | undefined
}

/** Reads the settings, and runs a server with them, or prints them. */
export async function runServe(terminal: Terminal, line: ServeCommandLine): Promise<void> {
  if (line.printConfigSchema === true) {
    terminal.out(jsonText(fileSchema(), 2))
    return
  }
  const { environment } = terminal
  const resolved = resolveSettings({ flags: line.flags, environment, file: line.config })
  if (line.printConfig !== true) {
    const { serve } = await import('./action.js')
    await serve(terminal, resolved.settings, line.json === true)
    return
  }
  if (line.json === true) terminal.out(jsonText(Object.fromEntries(describedSettings(resolved))))
  else terminal.out(describeSettings(resolved))
  // Throws the errors that a start would throw, after the settings that explain them are printed.
  assertStoreSettings(resolved.settings)
  readSecrets(resolved.settings['secret-file'])
}

/** Returns the schema of a settings file, which may name the schema itself. */
function fileSchema() {
  return { ...settingsSchema, properties: { $schema: { type: 'string' }, ...settingsSchema.properties } }
}
