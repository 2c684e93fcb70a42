import { Type } from 'typebox'

/** The configuration of the files simulator. It has no settings. */
export type FilesConfig = Readonly<Record<string, never>>

export const filesConfigSchema = Type.Object(
  {},
  { additionalProperties: false, description: 'Configuration of the files simulator: it has no settings.' },
)
