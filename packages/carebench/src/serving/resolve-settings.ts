import { dirname, resolve } from 'node:path'
import { isJsonObject } from '@carebench/protocol'
import { nearestName, showJson } from '@carebench/verifier/kinds'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { readDataFile } from '../files/data-file.js'
import { UsageError } from '../terminal/exit-reason.js'
import {
  environmentName,
  environmentPrefix,
  type Setting,
  type SettingName,
  type Settings,
  settings,
} from './settings.js'

/** The sources of settings. */
export interface SettingSources {
  /** The texts of flags, by setting. */
  readonly flags: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** A JSON or YAML file with the settings as members. */
  readonly file?: string | undefined
}

export interface ResolvedSettings {
  readonly settings: Settings
  /**
   * The source of each value: `--port`, `CAREBENCH_SERVE_PORT`, the name of the file, `default`, or the basis of a
   * derived default; absent without a value.
   */
  readonly sources: Readonly<Partial<Record<SettingName, string>>>
}

const loopback = /^(?:localhost|::1|127\..*)$/

/**
 * Reads each setting from its flag, else its environment variable, else the file, else its default; the default of
 * `limits` depends on the host, the proxy and the rate. Paths in the file are relative to its folder. Throws a {@link
 * UsageError} for an unknown name or an invalid value; the error never shows a secret.
 */
export function resolveSettings({ flags, environment, file }: SettingSources): ResolvedSettings {
  refuseUnknownVariables(environment)
  const written = file === undefined ? {} : readSettingsFile(file)
  const values: Record<string, unknown> = {}
  const sources: Partial<Record<SettingName, string>> = {}
  const take = (name: SettingName, value: unknown, source: string) => {
    values[name] = value
    sources[name] = source
  }
  for (const [name, setting] of settings) {
    const flag = flags[name]
    const variable = environment[environmentName(name)]
    if (flag !== undefined) {
      take(name, checked(setting, fromText(setting, flag), `--${name}`), `--${name}`)
    } else if (variable !== undefined) {
      const source = environmentName(name)
      const parts = setting.type === 'array' ? variable.split(',').map((part) => part.trim()) : variable
      take(name, checked(setting, fromText(setting, parts), source), source)
    } else if (file !== undefined && Object.hasOwn(written, name)) {
      take(name, located(setting, checked(setting, written[name], `${file}: ${name}`), dirname(file)), file)
    } else if (setting.default !== undefined) {
      take(name, setting.default, 'default')
    }
  }
  if (values.limits === undefined) {
    if (values['rate-limit'] !== undefined) take('limits', 'on', 'with rate-limit')
    else if (values['trust-proxy'] !== undefined) take('limits', 'on', 'default behind a proxy')
    else if (loopback.test(String(values.host))) take('limits', 'off', 'default on loopback')
    else take('limits', 'on', 'default')
  }
  return { settings: values as unknown as Settings, sources }
}

function refuseUnknownVariables(environment: SettingSources['environment']): void {
  const known = settings.map(([name]) => environmentName(name))
  for (const name of Object.keys(environment)) {
    if (name.startsWith(environmentPrefix) && !known.includes(name)) throw unknown('environment variable', name, known)
  }
}

function readSettingsFile(file: string): Readonly<Record<string, unknown>> {
  const written = readDataFile(file)
  if (!isJsonObject(written)) {
    throw new UsageError(
      `${file}: expected an object with settings such as {"port": 8443}, found ${showJson(written as never)}`,
    )
  }
  const known = settings.map(([name]) => name)
  for (const name of Object.keys(written)) {
    // Skips `$schema`, which is for editors.
    if (name === '$schema') continue
    if (!known.some((own) => own === name)) throw unknown(`setting in ${file}`, name, known)
  }
  return written
}

function unknown(what: string, name: string, known: readonly string[]): UsageError {
  const near = nearestName(name, known)
  const hint = near === undefined ? `known are ${known.join(', ')}` : `did you mean ${near}?`
  return new UsageError(`unknown ${what}: ${name}; ${hint}`)
}

/** Parses the text of a setting; leaves text that does not parse for validation. */
function fromText(setting: Setting, text: string | readonly string[]): unknown {
  return setting.type === 'integer' && typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : text
}

function checked(setting: Setting, value: unknown, place: string): unknown {
  if (Check(setting as TSchema, value)) return value
  const isShown = !setting['x-secret'] && !setting['x-credentials']
  const found = isShown ? `, got ${showJson(value as never)}` : ''
  throw new UsageError(`${place}: expected ${setting['x-expected'] ?? expectation(setting)}${found}`)
}

function expectation({ type, enum: choices, items, minimum, maximum, pattern, examples }: Setting): string {
  if (choices !== undefined) return choices.length === 2 ? choices.join(' or ') : `one of ${choices.join(', ')}`
  if (type === 'integer') return `an integer from ${minimum} to ${maximum}`
  if (type === 'array' && items !== undefined) return `a list, each ${expectation(items)}`
  if (examples !== undefined) return `a text such as ${examples.join(' or ')}`
  return pattern === undefined ? 'a text' : `a text that matches ${pattern}`
}

function located(setting: Setting, value: unknown, folder: string): unknown {
  if (Array.isArray(value)) return value.map((item) => located(setting.items ?? {}, item, folder))
  return setting['x-file'] && typeof value === 'string' ? resolve(folder, value) : value
}

/** Formats the settings with their sources for people, without secrets. */
export function describeSettings(resolved: ResolvedSettings): string {
  const rows = describedSettings(resolved).map(([name, { value, source }]) => [
    name,
    value === undefined ? 'not set' : Array.isArray(value) ? value.join(', ') : String(value),
    source ?? '',
  ])
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map(([name = '', value = '', source = '']) =>
      `${name.padEnd(widths[0] ?? 0)}  ${value.padEnd(widths[1] ?? 0)}  ${source}`.trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}

function shown(setting: Setting, value: unknown): unknown {
  if (value === undefined) return value
  if (setting['x-secret']) return '[redacted]'
  return setting['x-credentials'] ? withoutPassword(String(value)) : value
}

/** Redacts the password in a URL, before the host or in the query. */
function withoutPassword(url: string): string {
  return url
    .replace(/^(\w+:\/\/[^/?#:]*):[^/?#]*@/, '$1:[redacted]@')
    .replaceAll(/([?&]password=)[^&#]*/gi, '$1[redacted]')
}

/** Returns each setting with its value and source; the value of secrets is `[redacted]`. */
export function describedSettings({ settings: values, sources }: ResolvedSettings) {
  return settings.map(([name, setting]) => {
    const value = values[name]
    return [name, { value: shown(setting, value), source: sources[name] }] as const
  })
}
